// SPDX-License-Identifier: Apache-2.0
// Properties of the hash algorithms and the arithmetic that their steps share.
package hasher_pkg;
  import hasher_reg_pkg::*;

  typedef logic [3:0] alg_t;

  // 64-bit words and blocks of 128 bytes; otherwise 32-bit words and blocks of 64 bytes.
  function automatic logic is_wide(alg_t alg);
    return alg inside {CtrlAlgSha384, CtrlAlgSha512, CtrlAlgSha512224, CtrlAlgSha512256};
  endfunction

  function automatic logic is_sha256(alg_t alg);
    return alg inside {CtrlAlgSha224, CtrlAlgSha256};
  endfunction

  // The compression function of an algorithm, one bit for each, in the order of CONFIG.HASHES.
  typedef struct packed {logic sha512, sha256, sm3, sha1, md5;} family_t;
  localparam int unsigned Families = 5;

  function automatic family_t family_of(alg_t alg);
    return '{
      sha512: is_wide(alg),
      sha256: is_sha256(alg),
      sm3: alg == CtrlAlgSm3,
      sha1: alg == CtrlAlgSha1,
      md5: alg == CtrlAlgMd5
    };
  endfunction

  // Whether an instance with the compression functions has has the algorithm.
  function automatic logic is_there(alg_t alg, family_t has);
    return (family_of(alg) & has) != '0;
  endfunction

  function automatic logic [127:0] block_bytes(alg_t alg);
    return is_wide(alg) ? 128'd128 : 128'd64;
  endfunction

  // Words of 32 bits in a digest.
  function automatic logic [4:0] digest_words(alg_t alg);
    unique case (alg)
      CtrlAlgMd5: return 5'd4;
      CtrlAlgSha1: return 5'd5;
      CtrlAlgSha224, CtrlAlgSha512224: return 5'd7;
      CtrlAlgSha384: return 5'd12;
      CtrlAlgSha512: return 5'd16;
      default: return 5'd8;
    endcase
  endfunction

  function automatic logic [31:0] rol32(logic [31:0] x, int unsigned n);
    return (x << n) | (x >> (32 - n));
  endfunction

  function automatic logic [63:0] ror64(logic [63:0] x, int unsigned n);
    return (x >> n) | (x << (64 - n));
  endfunction

  function automatic logic [31:0] swap32(logic [31:0] x);
    return {x[7:0], x[15:8], x[23:16], x[31:24]};
  endfunction
endpackage
