// SPDX-License-Identifier: Apache-2.0
// Constant tables of the hashes: RFC 1321 (MD5), FIPS 180-4 sections 4.2 and 5.3 (SHA), GB/T 32905 (SM3).
package hasher_const_pkg;
  // Rotations of MD5 in round r, step i modulo 4: RFC 1321 section 3.4
  localparam logic [4:0] Md5Shift [4][4] = '{
    '{5'd7, 5'd12, 5'd17, 5'd22}, '{5'd5, 5'd9, 5'd14, 5'd20},
    '{5'd4, 5'd11, 5'd16, 5'd23}, '{5'd6, 5'd10, 5'd15, 5'd21}
  };

  // floor(2^32 * |sin(i + 1)|)
  localparam logic [31:0] KMd5 [64] = '{
    32'hd76aa478, 32'he8c7b756, 32'h242070db, 32'hc1bdceee, 32'hf57c0faf, 32'h4787c62a,
    32'ha8304613, 32'hfd469501, 32'h698098d8, 32'h8b44f7af, 32'hffff5bb1, 32'h895cd7be,
    32'h6b901122, 32'hfd987193, 32'ha679438e, 32'h49b40821, 32'hf61e2562, 32'hc040b340,
    32'h265e5a51, 32'he9b6c7aa, 32'hd62f105d, 32'h02441453, 32'hd8a1e681, 32'he7d3fbc8,
    32'h21e1cde6, 32'hc33707d6, 32'hf4d50d87, 32'h455a14ed, 32'ha9e3e905, 32'hfcefa3f8,
    32'h676f02d9, 32'h8d2a4c8a, 32'hfffa3942, 32'h8771f681, 32'h6d9d6122, 32'hfde5380c,
    32'ha4beea44, 32'h4bdecfa9, 32'hf6bb4b60, 32'hbebfbc70, 32'h289b7ec6, 32'heaa127fa,
    32'hd4ef3085, 32'h04881d05, 32'hd9d4d039, 32'he6db99e5, 32'h1fa27cf8, 32'hc4ac5665,
    32'hf4292244, 32'h432aff97, 32'hab9423a7, 32'hfc93a039, 32'h655b59c3, 32'h8f0ccc92,
    32'hffeff47d, 32'h85845dd1, 32'h6fa87e4f, 32'hfe2ce6e0, 32'ha3014314, 32'h4e0811a1,
    32'hf7537e82, 32'hbd3af235, 32'h2ad7d2bb, 32'heb86d391
  };
  // First 64 bits of the fractional parts of the cube roots of the first 80 primes; SHA-256 uses the upper halves of
  // the first 64.
  localparam logic [63:0] KSha2 [80] = '{
    64'h428a2f98d728ae22, 64'h7137449123ef65cd, 64'hb5c0fbcfec4d3b2f, 64'he9b5dba58189dbbc,
    64'h3956c25bf348b538, 64'h59f111f1b605d019, 64'h923f82a4af194f9b, 64'hab1c5ed5da6d8118,
    64'hd807aa98a3030242, 64'h12835b0145706fbe, 64'h243185be4ee4b28c, 64'h550c7dc3d5ffb4e2,
    64'h72be5d74f27b896f, 64'h80deb1fe3b1696b1, 64'h9bdc06a725c71235, 64'hc19bf174cf692694,
    64'he49b69c19ef14ad2, 64'hefbe4786384f25e3, 64'h0fc19dc68b8cd5b5, 64'h240ca1cc77ac9c65,
    64'h2de92c6f592b0275, 64'h4a7484aa6ea6e483, 64'h5cb0a9dcbd41fbd4, 64'h76f988da831153b5,
    64'h983e5152ee66dfab, 64'ha831c66d2db43210, 64'hb00327c898fb213f, 64'hbf597fc7beef0ee4,
    64'hc6e00bf33da88fc2, 64'hd5a79147930aa725, 64'h06ca6351e003826f, 64'h142929670a0e6e70,
    64'h27b70a8546d22ffc, 64'h2e1b21385c26c926, 64'h4d2c6dfc5ac42aed, 64'h53380d139d95b3df,
    64'h650a73548baf63de, 64'h766a0abb3c77b2a8, 64'h81c2c92e47edaee6, 64'h92722c851482353b,
    64'ha2bfe8a14cf10364, 64'ha81a664bbc423001, 64'hc24b8b70d0f89791, 64'hc76c51a30654be30,
    64'hd192e819d6ef5218, 64'hd69906245565a910, 64'hf40e35855771202a, 64'h106aa07032bbd1b8,
    64'h19a4c116b8d2d0c8, 64'h1e376c085141ab53, 64'h2748774cdf8eeb99, 64'h34b0bcb5e19b48a8,
    64'h391c0cb3c5c95a63, 64'h4ed8aa4ae3418acb, 64'h5b9cca4f7763e373, 64'h682e6ff3d6b2b8a3,
    64'h748f82ee5defb2fc, 64'h78a5636f43172f60, 64'h84c87814a1f0ab72, 64'h8cc702081a6439ec,
    64'h90befffa23631e28, 64'ha4506cebde82bde9, 64'hbef9a3f7b2c67915, 64'hc67178f2e372532b,
    64'hca273eceea26619c, 64'hd186b8c721c0c207, 64'heada7dd6cde0eb1e, 64'hf57d4f7fee6ed178,
    64'h06f067aa72176fba, 64'h0a637dc5a2c898a6, 64'h113f9804bef90dae, 64'h1b710b35131c471b,
    64'h28db77f523047d84, 64'h32caab7b40c72493, 64'h3c9ebe0a15c9bebc, 64'h431d67c49c100d4c,
    64'h4cc5d4becb3e42b6, 64'h597f299cfc657e2a, 64'h5fcb6fab3ad6faec, 64'h6c44198c4a475817
  };
  // T_j of SM3 (79cc4519 for j < 16, then 7a879d8a) rotated left by j
  localparam logic [31:0] KSm3 [64] = '{
    32'h79cc4519, 32'hf3988a32, 32'he7311465, 32'hce6228cb, 32'h9cc45197, 32'h3988a32f,
    32'h7311465e, 32'he6228cbc, 32'hcc451979, 32'h988a32f3, 32'h311465e7, 32'h6228cbce,
    32'hc451979c, 32'h88a32f39, 32'h11465e73, 32'h228cbce6, 32'h9d8a7a87, 32'h3b14f50f,
    32'h7629ea1e, 32'hec53d43c, 32'hd8a7a879, 32'hb14f50f3, 32'h629ea1e7, 32'hc53d43ce,
    32'h8a7a879d, 32'h14f50f3b, 32'h29ea1e76, 32'h53d43cec, 32'ha7a879d8, 32'h4f50f3b1,
    32'h9ea1e762, 32'h3d43cec5, 32'h7a879d8a, 32'hf50f3b14, 32'hea1e7629, 32'hd43cec53,
    32'ha879d8a7, 32'h50f3b14f, 32'ha1e7629e, 32'h43cec53d, 32'h879d8a7a, 32'h0f3b14f5,
    32'h1e7629ea, 32'h3cec53d4, 32'h79d8a7a8, 32'hf3b14f50, 32'he7629ea1, 32'hcec53d43,
    32'h9d8a7a87, 32'h3b14f50f, 32'h7629ea1e, 32'hec53d43c, 32'hd8a7a879, 32'hb14f50f3,
    32'h629ea1e7, 32'hc53d43ce, 32'h8a7a879d, 32'h14f50f3b, 32'h29ea1e76, 32'h53d43cec,
    32'ha7a879d8, 32'h4f50f3b1, 32'h9ea1e762, 32'h3d43cec5
  };
  // Initial hash words by CTRL.ALG, as in register H
  localparam logic [31:0] Iv [9][16] = '{
    // MD5
    '{32'h67452301, 32'hefcdab89, 32'h98badcfe, 32'h10325476, 32'h00000000, 32'h00000000, 32'h00000000, 32'h00000000,
      32'h00000000, 32'h00000000, 32'h00000000, 32'h00000000, 32'h00000000, 32'h00000000, 32'h00000000, 32'h00000000},
    // SHA-1
    '{32'h67452301, 32'hefcdab89, 32'h98badcfe, 32'h10325476, 32'hc3d2e1f0, 32'h00000000, 32'h00000000, 32'h00000000,
      32'h00000000, 32'h00000000, 32'h00000000, 32'h00000000, 32'h00000000, 32'h00000000, 32'h00000000, 32'h00000000},
    // SHA-224: lower halves of SHA-384's
    '{32'hc1059ed8, 32'h367cd507, 32'h3070dd17, 32'hf70e5939, 32'hffc00b31, 32'h68581511, 32'h64f98fa7, 32'hbefa4fa4,
      32'h00000000, 32'h00000000, 32'h00000000, 32'h00000000, 32'h00000000, 32'h00000000, 32'h00000000, 32'h00000000},
    // SHA-256: upper halves of SHA-512's
    '{32'h6a09e667, 32'hbb67ae85, 32'h3c6ef372, 32'ha54ff53a, 32'h510e527f, 32'h9b05688c, 32'h1f83d9ab, 32'h5be0cd19,
      32'h00000000, 32'h00000000, 32'h00000000, 32'h00000000, 32'h00000000, 32'h00000000, 32'h00000000, 32'h00000000},
    // SHA-384: fractional parts of the square roots of the 9th to 16th primes
    '{32'hcbbb9d5d, 32'hc1059ed8, 32'h629a292a, 32'h367cd507, 32'h9159015a, 32'h3070dd17, 32'h152fecd8, 32'hf70e5939,
      32'h67332667, 32'hffc00b31, 32'h8eb44a87, 32'h68581511, 32'hdb0c2e0d, 32'h64f98fa7, 32'h47b5481d, 32'hbefa4fa4},
    // SHA-512: of the first 8 primes
    '{32'h6a09e667, 32'hf3bcc908, 32'hbb67ae85, 32'h84caa73b, 32'h3c6ef372, 32'hfe94f82b, 32'ha54ff53a, 32'h5f1d36f1,
      32'h510e527f, 32'hade682d1, 32'h9b05688c, 32'h2b3e6c1f, 32'h1f83d9ab, 32'hfb41bd6b, 32'h5be0cd19, 32'h137e2179},
    // SHA-512/224: section 5.3.6
    '{32'h8c3d37c8, 32'h19544da2, 32'h73e19966, 32'h89dcd4d6, 32'h1dfab7ae, 32'h32ff9c82, 32'h679dd514, 32'h582f9fcf,
      32'h0f6d2b69, 32'h7bd44da8, 32'h77e36f73, 32'h04c48942, 32'h3f9d85a8, 32'h6a1d36c8, 32'h1112e6ad, 32'h91d692a1},
    // SHA-512/256: section 5.3.6
    '{32'h22312194, 32'hfc2bf72c, 32'h9f555fa3, 32'hc84c64c2, 32'h2393b86b, 32'h6f53b151, 32'h96387719, 32'h5940eabd,
      32'h96283ee2, 32'ha88effe3, 32'hbe5e1e25, 32'h53863992, 32'h2b0199fc, 32'h2c85b8aa, 32'h0eb72ddc, 32'h81c52ca2},
    // SM3
    '{32'h7380166f, 32'h4914b2b9, 32'h172442d7, 32'hda8a0600, 32'ha96f30bc, 32'h163138aa, 32'he38dee4d, 32'hb0fb0e4e,
      32'h00000000, 32'h00000000, 32'h00000000, 32'h00000000, 32'h00000000, 32'h00000000, 32'h00000000, 32'h00000000}
  };
endpackage
