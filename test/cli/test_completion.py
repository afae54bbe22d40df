# SPDX-License-Identifier: Apache-2.0
"""The completions of bash, zsh and fish, run by these shells: the same words get the same answers."""

import os
import shlex
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from common import PROGRAM, SOURCE

COMPLETION = SOURCE / "cli/completion"
# A command line that ends at the cursor; all answers, or some of them with "..." as the last.
CASES = (
    ("outboard ref", "refresh"),
    ("outboard e", "engines explain enc"),
    ("outboard bench --for", "--format"),
    ("outboard bench --format j", "json"),
    ("outboard explain aes-g", "aes-gcm"),
    ("outboard explain aes-c", "aes-cbc aes-ctr aes-ccm aes-cmac"),
    ("outboard explain --curve brainpoolp5", "brainpoolp512r1"),
    ("outboard explain -r ct,h", "ct,hardware"),
    ("outboard keygen -C x", "x25519 x448"),
    ("outboard bench -a chacha", "chacha20-poly1305"),
    ("outboard calibrate -a md5,hmac-sm", "md5,hmac-sm3"),
    ("outboard bench -d enc,d", "enc,dec"),
    ("outboard bench -e so", "soft"),
    ("outboard selftest so", "soft"),
    ("outboard hash -a sm", "sm3"),
    ("outboard enc -a chacha", "chacha20-poly1305"),
    ("outboard setup o", "openssl"),
    ("outboard setup -F a.c", "a.conf"),
    ("outboard sign -k a.c", "a.conf"),
    ("outboard hash a.c", "a.conf"),
    ("outboard status a.c", ""),
    ("outboard explain aes-gcm a.c", ""),
)
BASH = """source {completion}/outboard.bash
for line; do
    COMP_WORDS=($line) COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
    _outboard
    echo "${{COMPREPLY[@]}}"
done
"""
FISH = """source {completion}/outboard.fish
for line in $argv
    set -l found (complete -C $line | string replace -r '\\t.*' '')
    echo $found
end
"""
# zsh completes in its line editor alone, so it runs under a terminal of its own. compadd is what adds answers: this one
# writes them into a file. The widget types a line, completes it, and ends it.
ZSH = """zmodload zsh/zpty
cat >$PWD/inner <<'END'
PROMPT=ready
fpath=({completion} $fpath)
autoload -Uz compinit && compinit -D -u
zstyle ':completion:*' list-max 0
LISTMAX=0
compadd() {{
    local -a found
    local option
    for option; do # a call that stores answers elsewhere adds none
        [[ $option != (-|--) ]] || break
        [[ $option != -[OAD] ]] || {{ builtin compadd "$@"; return }}
    done
    builtin compadd -O found "$@"
    print -rn -- "${{found/#/$IPREFIX}} " >>$PWD/answers
    builtin compadd "$@"
}}
ask() {{
    local line
    for line in "${{(@f)$(<$PWD/lines)}}"; do
        BUFFER=$line CURSOR=$#line
        zle complete-word
        print >>$PWD/answers
    done
    : >$PWD/done
    BUFFER=exit
    zle accept-line
}}
zle -N ask
bindkey '^X' ask
END
zpty shell "zsh -f -i"
zpty -w shell "source $PWD/inner"
sleep 1
zpty -w -n shell $'\\C-x'
for i in {{1..900}}; do
    zpty -r -t shell line
    [[ ! -e $PWD/done ]] || break
    sleep 0.1
done
zpty -d shell
cat $PWD/answers
"""


class Completion(unittest.TestCase):
    def answers(self, shell: str, script: str, *options: str) -> list[list[str]]:
        if not shutil.which(shell):
            self.skipTest(f"there is no {shell}")
        lines = [line for line, _ in CASES]
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place)
            (folder / "bin").mkdir()
            (folder / "bin/outboard").symlink_to(PROGRAM)
            (folder / "a.conf").touch()
            (folder / "lines").write_text("\n".join(lines))
            environment = {**os.environ, "HOME": place, "PATH": f"{folder}/bin:{os.environ['PATH']}", "TERM": "dumb"}
            text = script.format(completion=shlex.quote(str(COMPLETION)))
            command = [shell, *options, "-c", text, *(["-", *lines] if shell == "bash" else lines)]
            done = subprocess.run(
                command, cwd=place, env=environment, capture_output=True, text=True, timeout=120, check=False
            )
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return [line.split() for line in done.stdout.splitlines()]

    def compare(self, answers: list[list[str]]) -> None:
        self.assertEqual(len(answers), len(CASES))
        for (line, wanted), found in zip(CASES, answers, strict=True):
            with self.subTest(line=line):
                self.assertEqual(sorted(found), sorted(wanted.split()))

    def test_bash(self) -> None:
        self.compare(self.answers("bash", BASH))

    def test_fish(self) -> None:
        self.compare(self.answers("fish", FISH, "--no-config"))

    def test_zsh(self) -> None:
        self.compare(self.answers("zsh", ZSH, "-f"))


if __name__ == "__main__":
    unittest.main()
