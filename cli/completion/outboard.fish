# SPDX-License-Identifier: Apache-2.0
# Completion of outboard(1) for fish.

set -l commands engines selftest bench calibrate explain hash enc dec doctor probe status
set -l hashes "md5 sha1 sha224 sha256 sha384 sha512 sha512-224 sha512-256 sm3"
set -l ciphers "aes-256-gcm chacha20-poly1305 aes-128-gcm aes-128-cbc aes-192-cbc aes-256-cbc aes-128-ctr aes-192-ctr aes-256-ctr aes-128-ecb aes-192-ecb aes-256-ecb des-cbc des-ecb des-ede-cbc des-ede-ecb des-ede3-cbc des-ede3-ecb sm4-cbc sm4-ctr sm4-ecb"

complete -c outboard -n "not __fish_seen_subcommand_from $commands" -f
complete -c outboard -n __fish_use_subcommand -a engines -d "list the engines"
complete -c outboard -n __fish_use_subcommand -a selftest -d "run the known-answer tests"
complete -c outboard -n __fish_use_subcommand -a bench -d "measure how fast the engines are"
complete -c outboard -n __fish_use_subcommand -a calibrate -d "measure the prices of this machine"
complete -c outboard -n __fish_use_subcommand -a explain -d "show which engine would be chosen"
complete -c outboard -n __fish_use_subcommand -a hash -d "print or check digests of files"
complete -c outboard -n __fish_use_subcommand -a enc -d "encrypt a file"
complete -c outboard -n __fish_use_subcommand -a dec -d "decrypt a file"
complete -c outboard -n __fish_use_subcommand -a doctor -d "find what keeps programs from the accelerator"
complete -c outboard -n __fish_use_subcommand -a probe -d "find out which kernel drivers are hardware"
complete -c outboard -n __fish_use_subcommand -a status -d "show what running programs offload"
complete -c outboard -s h -l help -d "print help"
complete -c outboard -n __fish_use_subcommand -s V -l version -d "print the version"

complete -c outboard -n "__fish_seen_subcommand_from engines" -s c -l capabilities -d "list every capability"
complete -c outboard -n "__fish_seen_subcommand_from engines" -s n -l no-selftest -d "do not run the self-tests"

complete -c outboard -n "__fish_seen_subcommand_from bench calibrate" -x -s a -l algorithms -d "these algorithms"
complete -c outboard -n "__fish_seen_subcommand_from bench calibrate" -x -s e -l engines -d "these engines"
complete -c outboard -n "__fish_seen_subcommand_from bench" -x -s l -l lengths -d "lengths of an op"
complete -c outboard -n "__fish_seen_subcommand_from bench explain" -x -s b -l bits -d "bits of the key"
complete -c outboard -n "__fish_seen_subcommand_from bench explain" -x -s C -l curve -d "the curve"
complete -c outboard -n "__fish_seen_subcommand_from bench" -x -s d -l directions -a "enc dec key" -d "directions"
complete -c outboard -n "__fish_seen_subcommand_from bench calibrate" -x -s t -l time -d "seconds for each figure"
complete -c outboard -n "__fish_seen_subcommand_from bench" -x -s F -l format -a "table csv json" -d "output format"
complete -c outboard -n "__fish_seen_subcommand_from bench calibrate" -x -s B -l board -d "name of the board"

complete -c outboard -n "__fish_seen_subcommand_from calibrate" -s c -l c -d "write C tables"
complete -c outboard -n "__fish_seen_subcommand_from calibrate" -r -l from -d "take prices from a file"
complete -c outboard -n "__fish_seen_subcommand_from calibrate" -x -l slow -d "OpenSSL takes so many times as long"

complete -c outboard -n "__fish_seen_subcommand_from explain" -x -s d -l direction -a "enc dec key" -d "direction"
complete -c outboard -n "__fish_seen_subcommand_from explain" -x -s O -l objective -a "latency throughput cpu" -d "what to minimise"
complete -c outboard -n "__fish_seen_subcommand_from explain" -x -s r -l require -a "ct hardware" -d "what engines must have"

complete -c outboard -n "__fish_seen_subcommand_from doctor" -r -s r -l root -d "examine the files of another system"
complete -c outboard -n "__fish_seen_subcommand_from doctor" -s v -l verbose -d "print what is in order as well"

complete -c outboard -n "__fish_seen_subcommand_from probe" -x -s c -l counter -d "a file in which a driver counts"
complete -c outboard -n "__fish_seen_subcommand_from probe" -x -s d -l driver -d "this driver alone"
complete -c outboard -n "__fish_seen_subcommand_from status" -s a -l all -d "algorithms that were not used, too"
complete -c outboard -n "__fish_seen_subcommand_from status" -r -s F -l folder -d "look there"
complete -c outboard -n "__fish_seen_subcommand_from doctor probe status" -s j -l json -d "print JSON"
complete -c outboard -n "__fish_seen_subcommand_from probe" -r -s o -l output -d "keep the verdicts"

complete -c outboard -n "__fish_seen_subcommand_from hash" -x -s a -l algorithm -a $hashes -d "the hash"
complete -c outboard -n "__fish_seen_subcommand_from hash" -s c -l check -d "check lists of digests"

complete -c outboard -n "__fish_seen_subcommand_from enc dec" -x -s a -l algorithm -a $ciphers -d "the cipher"
complete -c outboard -n "__fish_seen_subcommand_from enc dec" -r -l key-file -d "take the key from a file"
complete -c outboard -n "__fish_seen_subcommand_from enc dec" -x -l key-fd -d "take the key from a descriptor"
complete -c outboard -n "__fish_seen_subcommand_from enc dec" -r -l password-file -d "take the password from a file"
complete -c outboard -n "__fish_seen_subcommand_from enc dec" -x -l password-fd -d "take the password from a descriptor"
complete -c outboard -n "__fish_seen_subcommand_from enc dec" -x -l rounds -d "rounds of PBKDF2"
complete -c outboard -n "__fish_seen_subcommand_from enc" -x -l chunk -d "bytes under one tag"
complete -c outboard -n "__fish_seen_subcommand_from enc dec calibrate" -r -s o -l output -d "write to a file"
complete -c outboard -n "__fish_seen_subcommand_from enc dec calibrate" -s f -l force -d "replace the output file"
complete -c outboard -n "__fish_seen_subcommand_from enc dec hash bench calibrate" -s q -l quiet -d "no progress bar"
complete -c outboard -n "__fish_seen_subcommand_from enc dec" -l openssl -d "files of openssl enc"
complete -c outboard -n "__fish_seen_subcommand_from enc dec" -x -l md -a $hashes -d "with --openssl: the hash of the key derivation"
complete -c outboard -n "__fish_seen_subcommand_from enc dec" -l legacy-kdf -d "with --openssl: one hash instead of PBKDF2"
complete -c outboard -n "__fish_seen_subcommand_from enc dec" -l no-salt -d "with --openssl: no salt"
complete -c outboard -n "__fish_seen_subcommand_from enc dec" -l base64 -d "with --openssl: base64 in lines"
complete -c outboard -n "__fish_seen_subcommand_from enc dec" -l base64-line -d "with --openssl: base64 in one line"
