# SPDX-License-Identifier: Apache-2.0
"""The hash block with its DMA in simulation, for the tests."""

from udma_block import Job, UdmaBlock

ALGS = {"MD5": (16, 64), "SHA1": (20, 64), "SHA256": (32, 64), "SHA512": (64, 128)}


class HasherUdma(UdmaBlock):
    def job(self, alg: str, data: list[bytes], op: str = "HASH", first: int = 1, last: int = 1, **kw: int) -> Job:
        length = kw.pop("length", sum(map(len, data)))
        ctrl = self.map.field("CTRL", ALG=alg, OP=op, FIRST=first, LAST=last, STREAM=1)
        return Job(
            self.map["LEN"],
            [length, ctrl],
            [(d, False) for d in data],
            result_reg=self.map["DIGEST"],
            result_words=ALGS[alg][0] // 4,
            **kw,
        )
