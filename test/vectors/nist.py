# SPDX-License-Identifier: Apache-2.0
"""Symmetric vectors of the standards bodies in the text formats of the cryptography_vectors package."""

from __future__ import annotations

import pathlib
import re
from collections.abc import Iterator

from vector import Collection, Expect, Kind, Vector, unhex

Block = dict[str, str]

_LINE = re.compile(r"^\s*([A-Za-z][\w ]*?)\s*=\s*(.*?)\s*$")


def blocks(path: pathlib.Path, starts: str) -> Iterator[Block]:
    """The vectors of a file: each begins with a line named `starts`; [name = value] and lines before it hold on. The
    key "section" is the last bracketed line, "line" the number of the first line."""
    held: Block = {}
    current: Block | None = None
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if line.startswith("#"):
            continue
        if line.startswith("["):
            if current is not None:
                yield current
                current = None
            held["section"] = line.strip("[] ")
            for part in line.strip("[] ").split(","):
                if match := _LINE.match(part):
                    held[match[1]] = match[2]
            continue
        match = _LINE.match(line)
        name, value = (match[1], match[2]) if match else (line.strip(), "")
        if not name:
            continue
        if name.upper() == starts.upper():
            if current is not None:
                yield current
            current = {**held, "line": str(number)}
        (held if current is None else current)[name] = value
    if current is not None:
        yield current


def upper(block: Block) -> Block:
    """The same with names in capitals."""
    return {name.upper(): value for name, value in block.items()}


class Nist:
    """Reads all of them into a collection."""

    def __init__(self, root: pathlib.Path, collection: Collection) -> None:
        self.root = root
        self.all = collection

    def read(self) -> None:
        """Every symmetric algorithm."""
        self._hashes()
        self._macs()
        self._aes_modes()
        self._xts()
        self._gcm()
        self._ccm()
        self._des()
        self._sm4()
        self._chacha()

    def _add(
        self, path: pathlib.Path, block: Block, alg: str, kind: Kind, expect: Expect = Expect.OK, **fields: bytes
    ) -> None:
        named = {name.rstrip("_"): data for name, data in fields.items()}
        source = "nist/" + "/".join(path.relative_to(self.root).parts[1:])
        self.all.add(Vector(alg, kind, source, int(block["line"]), named, expect))

    def _hashes(self) -> None:
        for path in sorted(self.root.glob("hashes/*/*")):
            folder = path.parent.name
            if folder not in ("MD5", "SHA1", "SHA2", "SM3") or path.name == "Readme.txt":
                continue
            alg = folder if folder != "SHA2" else re.sub(r"(Short|Long|Monte).*", "", path.stem)
            if "Monte" in path.name:
                if path.suffix == ".rsp":
                    self._monte(path, alg)
                continue
            for block in blocks(path, "Len"):
                length = int(block["Len"]) // 8
                self._add(path, block, alg, Kind.HASH, in_=unhex(block["Msg"])[:length], tag=unhex(block["MD"]))

    def _monte(self, path: pathlib.Path, alg: str) -> None:
        seed = b""
        for block in blocks(path, "COUNT"):
            seed = seed or unhex(block["Seed"])
            tag = unhex(block["MD"])
            self._add(path, block, alg, Kind.MONTE, in_=seed, tag=tag)
            seed = tag

    def _macs(self) -> None:
        for path in sorted(self.root.glob("HMAC/*.txt")):
            alg = "HMAC_" + path.stem.rpartition("-")[2].upper()
            if alg == "HMAC_RIPEMD160":
                continue
            for block in blocks(path, "Len"):
                data = unhex(block["Msg"])
                if len(data) != int(block["Len"]) // 8:
                    raise SystemExit(f"{path}: length of line {block['line']}")
                self._add(path, block, alg, Kind.MAC, key=unhex(block["Key"]), in_=data, tag=unhex(block["MD"]))
        for path in sorted(self.root.glob("CMAC/*-aes*.txt")):
            for block in blocks(path, "COUNT"):
                self._add(
                    path,
                    block,
                    "AES_CMAC",
                    Kind.MAC,
                    key=unhex(block["KEY"]),
                    in_=unhex(block["MESSAGE"]),
                    tag=unhex(block["OUTPUT"]),
                )

    def _aes_modes(self) -> None:
        for mode in ("ECB", "CBC", "CTR"):
            for path in sorted(self.root.glob(f"ciphers/AES/{mode}/*")):
                for block in blocks(path, "COUNT"):
                    fields = {"iv": unhex(block["IV"])} if "IV" in block else {}
                    self._add(
                        path,
                        block,
                        f"AES_{mode}",
                        Kind.CIPHER,
                        key=unhex(block["KEY"]),
                        **fields,
                        in_=unhex(block["PLAINTEXT"]),
                        out=unhex(block["CIPHERTEXT"]),
                    )

    def _xts(self) -> None:
        for path in sorted(self.root.glob("ciphers/AES/XTS/*/*.rsp")):
            for block in blocks(path, "COUNT"):
                bits = int(block["DataUnitLen"])
                if bits % 8:
                    self.all.skip("AES_XTS", "length is not whole bytes")
                    continue
                tweak = unhex(block["i"]) if "i" in block else int(block["DataUnitSeqNumber"]).to_bytes(16, "little")
                self._add(
                    path,
                    block,
                    "AES_XTS",
                    Kind.CIPHER,
                    key=unhex(block["Key"]),
                    iv=tweak,
                    in_=unhex(block["PT"]),
                    out=unhex(block["CT"]),
                )

    def _gcm(self) -> None:
        for path in sorted(self.root.glob("ciphers/AES/GCM/*.rsp")):
            for block in blocks(path, "Count"):
                same = {"key": unhex(block["Key"]), "iv": unhex(block["IV"]), "aad": unhex(block["AAD"])}
                tag, text = unhex(block["Tag"]), unhex(block["CT"])
                if "FAIL" in block:
                    self._add(path, block, "AES_GCM", Kind.OPEN, Expect.AUTH, **same, in_=text, tag=tag)
                else:
                    self._add(path, block, "AES_GCM", Kind.AEAD, **same, in_=unhex(block["PT"]), out=text, tag=tag)

    def _ccm(self) -> None:
        for path in sorted(self.root.glob("ciphers/AES/CCM/*.rsp")):
            for block in blocks(path, "Count"):
                tag_len = int(block["Tlen"])
                plain_len = int(block["Plen"])
                text = unhex(block["CT"])
                same = {
                    "key": unhex(block["Key"]),
                    "iv": unhex(block["Nonce"]),
                    "aad": unhex(block["Adata"])[: int(block["Alen"])],
                }
                if len(text) != plain_len + tag_len:
                    raise SystemExit(f"{path}: length of line {block['line']}")
                if block.get("Result") == "Fail":
                    self._add(
                        path,
                        block,
                        "AES_CCM",
                        Kind.OPEN,
                        Expect.AUTH,
                        **same,
                        in_=text[:plain_len],
                        tag=text[plain_len:],
                    )
                else:
                    self._add(
                        path,
                        block,
                        "AES_CCM",
                        Kind.AEAD,
                        **same,
                        in_=unhex(block["Payload"])[:plain_len],
                        out=text[:plain_len],
                        tag=text[plain_len:],
                    )

    def _des(self) -> None:
        for mode, prefix in (("ECB", "TECB"), ("CBC", "TCBC")):
            for path in sorted(self.root.glob(f"ciphers/3DES/{mode}/{prefix}[!I]*.rsp")):
                for block in blocks(path, "COUNT"):
                    if "KEYs" in block:
                        keys = [unhex(block["KEYs"])] * 3
                    else:
                        keys = [unhex(block[f"KEY{i}"]) for i in (1, 2, 3)]
                    fields = {"iv": unhex(block["IV"])} if mode == "CBC" else {}
                    fields["in_"] = unhex(block["PLAINTEXT"])
                    fields["out"] = unhex(block["CIPHERTEXT"])
                    self._add(path, block, f"DES3_{mode}", Kind.CIPHER, key=b"".join(keys), **fields)
                    if keys[0] == keys[2]:
                        self._add(path, block, f"DES3_{mode}", Kind.CIPHER, key=keys[0] + keys[1], **fields)
                    if keys[0] == keys[1] == keys[2]:
                        self._add(path, block, f"DES_{mode}", Kind.CIPHER, key=keys[0], **fields)

    def _sm4(self) -> None:
        for mode in ("ecb", "cbc", "ctr"):
            path = self.root / f"ciphers/SM4/draft-ribose-cfrg-sm4-10-{mode}.txt"
            for block in map(upper, blocks(path, "COUNT")):
                block["line"] = block["LINE"]
                fields = {"iv": unhex(block["IV"])} if "IV" in block else {}
                self._add(
                    path,
                    block,
                    f"SM4_{mode.upper()}",
                    Kind.CIPHER,
                    key=unhex(block["KEY"]),
                    **fields,
                    in_=unhex(block["PLAINTEXT"]),
                    out=unhex(block["CIPHERTEXT"]),
                )
        path = self.root / "ciphers/SM4/rfc8998.txt"
        for block in blocks(path, "COUNT"):
            self._add(
                path,
                block,
                "SM4_GCM",
                Kind.AEAD,
                key=unhex(block["KEY"]),
                iv=unhex(block["IV"]),
                aad=unhex(block["AAD"]),
                in_=unhex(block["PLAINTEXT"]),
                out=unhex(block["CIPHERTEXT"]),
                tag=unhex(block["TAG"]),
            )

    def _chacha(self) -> None:
        def data(value: str) -> bytes:
            return value[1:-1].encode() if value.startswith('"') else unhex(value)

        folder = self.root / "ciphers/ChaCha20Poly1305"
        names = {"NONCE": "IV", "IN": "PLAINTEXT", "AD": "AAD", "CT": "CIPHERTEXT"}
        for path in (folder / "boringssl.txt", folder / "openssl.txt"):
            for block in blocks(path, "COUNT"):
                known = {names.get(name.upper(), name.upper()): value for name, value in block.items()}
                same = {name: data(known[name.upper()]) for name in ("key", "iv", "aad", "tag")}
                text = data(known["CIPHERTEXT"])
                if "RESULT" in known:
                    self._add(path, block, "CHACHA20_POLY1305", Kind.OPEN, Expect.AUTH, **same, in_=text)
                else:
                    self._add(
                        path, block, "CHACHA20_POLY1305", Kind.AEAD, **same, in_=data(known["PLAINTEXT"]), out=text
                    )
