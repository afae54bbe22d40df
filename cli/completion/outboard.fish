# SPDX-License-Identifier: Apache-2.0
# Completion of outboard(1) for fish.

set -l hashes "md5 sha1 sha224 sha256 sha384 sha512 sha512-224 sha512-256 sm3"
set -l ciphers "aes-256-gcm chacha20-poly1305 aes-128-gcm aes-128-cbc aes-192-cbc aes-256-cbc aes-128-ctr aes-192-ctr aes-256-ctr aes-128-ecb aes-192-ecb aes-256-ecb des-cbc des-ecb des-ede-cbc des-ede-ecb des-ede3-cbc des-ede3-ecb sm4-cbc sm4-ctr sm4-ecb"

# The names that the program's own help lists under "Algorithms:" or "Curves:", so that they are in one place.
function __outboard_names
    outboard explain --help 2>/dev/null | sed -n "/^$argv[1]:/,/^\$/ s/^  //p" | string split " "
end
function __outboard_engines
    outboard engines --no-selftest 2>/dev/null | sed -n 's/^\([a-z0-9]*\): [0-9].*/\1/p'
end
# __outboard_list NAME...: completes the last name of a list with commas.
function __outboard_list
    set -l before (commandline -ct | string replace -r '[^,]*$' '')
    printf '%s\n' $before$argv
end
# True until explain has its algorithm, the first word that is no option.
function __outboard_wants_algorithm
    __fish_seen_subcommand_from explain; and not __fish_seen_subcommand_from (__outboard_names Algorithms)
end

complete -c outboard -n "not __fish_seen_subcommand_from hash enc dec sign verify" -f
complete -c outboard -n __outboard_wants_algorithm -a "(__outboard_names Algorithms)"
complete -c outboard -n "__fish_seen_subcommand_from engines selftest" -a "(__outboard_engines)"
complete -c outboard -n "__fish_seen_subcommand_from setup" -a openssl
complete -c outboard -n __fish_use_subcommand -a engines -d "list the engines"
complete -c outboard -n __fish_use_subcommand -a selftest -d "run the known-answer tests"
complete -c outboard -n __fish_use_subcommand -a bench -d "measure how fast the engines are"
complete -c outboard -n __fish_use_subcommand -a calibrate -d "measure the prices of this machine"
complete -c outboard -n __fish_use_subcommand -a explain -d "show which engine would be chosen"
complete -c outboard -n __fish_use_subcommand -a hash -d "print or check digests of files"
complete -c outboard -n __fish_use_subcommand -a enc -d "encrypt a file"
complete -c outboard -n __fish_use_subcommand -a dec -d "decrypt a file"
complete -c outboard -n __fish_use_subcommand -a keygen -d "make a private key"
complete -c outboard -n __fish_use_subcommand -a pubkey -d "write the public half of a key"
complete -c outboard -n __fish_use_subcommand -a sign -d "sign a file"
complete -c outboard -n __fish_use_subcommand -a verify -d "verify a signature"
complete -c outboard -n __fish_use_subcommand -a doctor -d "find what keeps programs from the accelerator"
complete -c outboard -n __fish_use_subcommand -a probe -d "find out which kernel drivers are hardware"
complete -c outboard -n __fish_use_subcommand -a status -d "show what running programs offload"
complete -c outboard -s h -l help -d "print help"
complete -c outboard -n __fish_use_subcommand -s V -l version -d "print the version"

complete -c outboard -n "__fish_seen_subcommand_from engines" -s c -l capabilities -d "list every capability"
complete -c outboard -n "__fish_seen_subcommand_from engines" -s n -l no-selftest -d "do not run the self-tests"

complete -c outboard -n "__fish_seen_subcommand_from bench calibrate" -x -s a -l algorithms -a "(__outboard_list (__outboard_names Algorithms))" -d "these algorithms"
complete -c outboard -n "__fish_seen_subcommand_from bench calibrate" -x -s e -l engines -a "(__outboard_list (__outboard_engines))" -d "these engines"
complete -c outboard -n "__fish_seen_subcommand_from bench" -x -s l -l lengths -d "lengths of an op"
complete -c outboard -n "__fish_seen_subcommand_from bench explain" -x -s b -l bits -d "bits of the key"
complete -c outboard -n "__fish_seen_subcommand_from bench explain" -x -s C -l curve -a "(__outboard_names Curves)" -d "the curve"
complete -c outboard -n "__fish_seen_subcommand_from bench" -x -s d -l directions -a "(__outboard_list enc dec key)" -d "directions"
complete -c outboard -n "__fish_seen_subcommand_from bench calibrate" -x -s t -l time -d "seconds for each figure"
complete -c outboard -n "__fish_seen_subcommand_from bench" -x -s F -l format -a "table csv json" -d "output format"
complete -c outboard -n "__fish_seen_subcommand_from bench calibrate" -x -s B -l board -d "name of the board"

complete -c outboard -n "__fish_seen_subcommand_from calibrate" -s c -l c -d "write C tables"
complete -c outboard -n "__fish_seen_subcommand_from calibrate" -rF -l from -d "take prices from a file"
complete -c outboard -n "__fish_seen_subcommand_from calibrate" -x -l slow -d "OpenSSL takes so many times as long"

complete -c outboard -n "__fish_seen_subcommand_from explain" -x -s d -l direction -a "enc dec key" -d "direction"
complete -c outboard -n "__fish_seen_subcommand_from explain" -x -s O -l objective -a "latency throughput cpu" -d "what to minimise"
complete -c outboard -n "__fish_seen_subcommand_from explain" -x -s r -l require -a "(__outboard_list ct hardware)" -d "what engines must have"

complete -c outboard -n "__fish_seen_subcommand_from doctor" -rF -s r -l root -d "examine the files of another system"
complete -c outboard -n "__fish_seen_subcommand_from doctor" -s v -l verbose -d "print what is in order as well"

complete -c outboard -n __fish_use_subcommand -a setup -d "switch the OpenSSL provider on or off"
complete -c outboard -n "__fish_seen_subcommand_from setup" -rF -s F -l file -d "that configuration"
complete -c outboard -n "__fish_seen_subcommand_from setup" -s n -l dry-run -d "change nothing"
complete -c outboard -n "__fish_seen_subcommand_from setup" -s u -l undo -d "remove the block"
complete -c outboard -n __fish_use_subcommand -a refresh -d "probe and measure again where something has changed"
complete -c outboard -n "__fish_seen_subcommand_from refresh" -rF -s F -l folder -d "write there"
complete -c outboard -n "__fish_seen_subcommand_from refresh" -s f -l force -d "whatever has changed"
complete -c outboard -n "__fish_seen_subcommand_from refresh" -l full -d "measure exactly"
complete -c outboard -n "__fish_seen_subcommand_from probe" -x -s c -l counter -d "a file in which a driver counts"
complete -c outboard -n "__fish_seen_subcommand_from probe" -x -s d -l driver -d "this driver alone"
complete -c outboard -n "__fish_seen_subcommand_from status" -s a -l all -d "algorithms that were not used, too"
complete -c outboard -n "__fish_seen_subcommand_from status" -rF -s F -l folder -d "look there"
complete -c outboard -n "__fish_seen_subcommand_from doctor probe status" -s j -l json -d "print JSON"
complete -c outboard -n "__fish_seen_subcommand_from probe" -rF -s o -l output -d "keep the verdicts"
complete -c outboard -n "__fish_seen_subcommand_from probe" -x -s t -l trust -d "take your word that this driver is hardware"

complete -c outboard -n "__fish_seen_subcommand_from hash" -x -s a -l algorithm -a $hashes -d "the hash"
complete -c outboard -n "__fish_seen_subcommand_from hash" -s c -l check -d "check lists of digests"

complete -c outboard -n "__fish_seen_subcommand_from enc dec" -x -s a -l algorithm -a $ciphers -d "the cipher"
complete -c outboard -n "__fish_seen_subcommand_from enc dec" -rF -l key-file -d "take the key from a file"
complete -c outboard -n "__fish_seen_subcommand_from enc dec" -x -l key-fd -d "take the key from a descriptor"
complete -c outboard -n "__fish_seen_subcommand_from enc dec" -rF -l password-file -d "take the password from a file"
complete -c outboard -n "__fish_seen_subcommand_from enc dec" -x -l password-fd -d "take the password from a descriptor"
complete -c outboard -n "__fish_seen_subcommand_from enc" -x -l kdf -a "pbkdf2 scrypt argon2id" -d "what makes a key of the password"
complete -c outboard -n "__fish_seen_subcommand_from enc dec" -x -l rounds -d "rounds of PBKDF2"
complete -c outboard -n "__fish_seen_subcommand_from enc" -x -l chunk -d "bytes under one tag"
complete -c outboard -n "__fish_seen_subcommand_from enc dec calibrate" -rF -s o -l output -d "write to a file"
complete -c outboard -n "__fish_seen_subcommand_from enc dec calibrate" -s f -l force -d "replace the output file"
complete -c outboard -n "__fish_seen_subcommand_from enc dec hash bench calibrate" -s q -l quiet -d "no progress bar"
complete -c outboard -n "__fish_seen_subcommand_from enc dec" -l openssl -d "files of openssl enc"
complete -c outboard -n "__fish_seen_subcommand_from enc dec" -x -l md -a $hashes -d "with --openssl: the hash of the key derivation"
complete -c outboard -n "__fish_seen_subcommand_from enc dec" -l legacy-kdf -d "with --openssl: one hash instead of PBKDF2"
complete -c outboard -n "__fish_seen_subcommand_from enc dec" -l no-salt -d "with --openssl: no salt"
complete -c outboard -n "__fish_seen_subcommand_from enc dec" -l base64 -d "with --openssl: base64 in lines"
complete -c outboard -n "__fish_seen_subcommand_from enc dec" -l base64-line -d "with --openssl: base64 in one line"

complete -c outboard -n "__fish_seen_subcommand_from keygen" -x -s C -l curve -a "(__outboard_names Curves)" -d "the curve"
complete -c outboard -n "__fish_seen_subcommand_from keygen" -x -s b -l bits -d "an RSA key of so many bits"
complete -c outboard -n "__fish_seen_subcommand_from keygen pubkey" -rF -s o -l output -d "write the key to a file"
complete -c outboard -n "__fish_seen_subcommand_from keygen pubkey" -s f -l force -d "replace the output file"
complete -c outboard -n "__fish_seen_subcommand_from pubkey sign verify" -rF -s k -l key -d "the key, PEM or DER"
complete -c outboard -n "__fish_seen_subcommand_from sign verify" -x -s a -l algorithm -a $hashes -d "the hash"
complete -c outboard -n "__fish_seen_subcommand_from sign verify" -l pss -d "RSASSA-PSS"
complete -c outboard -n "__fish_seen_subcommand_from sign" -rF -s o -l output -d "write the signature to a file"
complete -c outboard -n "__fish_seen_subcommand_from sign" -s f -l force -d "replace the output file"
complete -c outboard -n "__fish_seen_subcommand_from verify" -rF -s s -l signature -d "the signature"
