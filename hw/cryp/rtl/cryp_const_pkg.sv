// SPDX-License-Identifier: Apache-2.0
// Constant tables of the block ciphers: FIPS 197 (AES), FIPS 46-3 (DES), GB/T 32907 (SM4).
package cryp_const_pkg;
  // Inverse in GF(2^8) modulo x^8 + x^4 + x^3 + x + 1, 0 for 0: the core of the AES S-box
  localparam logic [7:0] GfInverse [256] = '{
    8'h00, 8'h01, 8'h8d, 8'hf6, 8'hcb, 8'h52, 8'h7b, 8'hd1, 8'he8, 8'h4f, 8'h29, 8'hc0, 8'hb0, 8'he1, 8'he5, 8'hc7,
    8'h74, 8'hb4, 8'haa, 8'h4b, 8'h99, 8'h2b, 8'h60, 8'h5f, 8'h58, 8'h3f, 8'hfd, 8'hcc, 8'hff, 8'h40, 8'hee, 8'hb2,
    8'h3a, 8'h6e, 8'h5a, 8'hf1, 8'h55, 8'h4d, 8'ha8, 8'hc9, 8'hc1, 8'h0a, 8'h98, 8'h15, 8'h30, 8'h44, 8'ha2, 8'hc2,
    8'h2c, 8'h45, 8'h92, 8'h6c, 8'hf3, 8'h39, 8'h66, 8'h42, 8'hf2, 8'h35, 8'h20, 8'h6f, 8'h77, 8'hbb, 8'h59, 8'h19,
    8'h1d, 8'hfe, 8'h37, 8'h67, 8'h2d, 8'h31, 8'hf5, 8'h69, 8'ha7, 8'h64, 8'hab, 8'h13, 8'h54, 8'h25, 8'he9, 8'h09,
    8'hed, 8'h5c, 8'h05, 8'hca, 8'h4c, 8'h24, 8'h87, 8'hbf, 8'h18, 8'h3e, 8'h22, 8'hf0, 8'h51, 8'hec, 8'h61, 8'h17,
    8'h16, 8'h5e, 8'haf, 8'hd3, 8'h49, 8'ha6, 8'h36, 8'h43, 8'hf4, 8'h47, 8'h91, 8'hdf, 8'h33, 8'h93, 8'h21, 8'h3b,
    8'h79, 8'hb7, 8'h97, 8'h85, 8'h10, 8'hb5, 8'hba, 8'h3c, 8'hb6, 8'h70, 8'hd0, 8'h06, 8'ha1, 8'hfa, 8'h81, 8'h82,
    8'h83, 8'h7e, 8'h7f, 8'h80, 8'h96, 8'h73, 8'hbe, 8'h56, 8'h9b, 8'h9e, 8'h95, 8'hd9, 8'hf7, 8'h02, 8'hb9, 8'ha4,
    8'hde, 8'h6a, 8'h32, 8'h6d, 8'hd8, 8'h8a, 8'h84, 8'h72, 8'h2a, 8'h14, 8'h9f, 8'h88, 8'hf9, 8'hdc, 8'h89, 8'h9a,
    8'hfb, 8'h7c, 8'h2e, 8'hc3, 8'h8f, 8'hb8, 8'h65, 8'h48, 8'h26, 8'hc8, 8'h12, 8'h4a, 8'hce, 8'he7, 8'hd2, 8'h62,
    8'h0c, 8'he0, 8'h1f, 8'hef, 8'h11, 8'h75, 8'h78, 8'h71, 8'ha5, 8'h8e, 8'h76, 8'h3d, 8'hbd, 8'hbc, 8'h86, 8'h57,
    8'h0b, 8'h28, 8'h2f, 8'ha3, 8'hda, 8'hd4, 8'he4, 8'h0f, 8'ha9, 8'h27, 8'h53, 8'h04, 8'h1b, 8'hfc, 8'hac, 8'he6,
    8'h7a, 8'h07, 8'hae, 8'h63, 8'hc5, 8'hdb, 8'he2, 8'hea, 8'h94, 8'h8b, 8'hc4, 8'hd5, 8'h9d, 8'hf8, 8'h90, 8'h6b,
    8'hb1, 8'h0d, 8'hd6, 8'heb, 8'hc6, 8'h0e, 8'hcf, 8'had, 8'h08, 8'h4e, 8'hd7, 8'he3, 8'h5d, 8'h50, 8'h1e, 8'hb3,
    8'h5b, 8'h23, 8'h38, 8'h34, 8'h68, 8'h46, 8'h03, 8'h8c, 8'hdd, 8'h9c, 8'h7d, 8'ha0, 8'hcd, 8'h1a, 8'h41, 8'h1c
  };
  // S-box of SM4, GB/T 32907 section 6.2
  localparam logic [7:0] Sm4Sbox [256] = '{
    8'hd6, 8'h90, 8'he9, 8'hfe, 8'hcc, 8'he1, 8'h3d, 8'hb7, 8'h16, 8'hb6, 8'h14, 8'hc2, 8'h28, 8'hfb, 8'h2c, 8'h05,
    8'h2b, 8'h67, 8'h9a, 8'h76, 8'h2a, 8'hbe, 8'h04, 8'hc3, 8'haa, 8'h44, 8'h13, 8'h26, 8'h49, 8'h86, 8'h06, 8'h99,
    8'h9c, 8'h42, 8'h50, 8'hf4, 8'h91, 8'hef, 8'h98, 8'h7a, 8'h33, 8'h54, 8'h0b, 8'h43, 8'hed, 8'hcf, 8'hac, 8'h62,
    8'he4, 8'hb3, 8'h1c, 8'ha9, 8'hc9, 8'h08, 8'he8, 8'h95, 8'h80, 8'hdf, 8'h94, 8'hfa, 8'h75, 8'h8f, 8'h3f, 8'ha6,
    8'h47, 8'h07, 8'ha7, 8'hfc, 8'hf3, 8'h73, 8'h17, 8'hba, 8'h83, 8'h59, 8'h3c, 8'h19, 8'he6, 8'h85, 8'h4f, 8'ha8,
    8'h68, 8'h6b, 8'h81, 8'hb2, 8'h71, 8'h64, 8'hda, 8'h8b, 8'hf8, 8'heb, 8'h0f, 8'h4b, 8'h70, 8'h56, 8'h9d, 8'h35,
    8'h1e, 8'h24, 8'h0e, 8'h5e, 8'h63, 8'h58, 8'hd1, 8'ha2, 8'h25, 8'h22, 8'h7c, 8'h3b, 8'h01, 8'h21, 8'h78, 8'h87,
    8'hd4, 8'h00, 8'h46, 8'h57, 8'h9f, 8'hd3, 8'h27, 8'h52, 8'h4c, 8'h36, 8'h02, 8'he7, 8'ha0, 8'hc4, 8'hc8, 8'h9e,
    8'hea, 8'hbf, 8'h8a, 8'hd2, 8'h40, 8'hc7, 8'h38, 8'hb5, 8'ha3, 8'hf7, 8'hf2, 8'hce, 8'hf9, 8'h61, 8'h15, 8'ha1,
    8'he0, 8'hae, 8'h5d, 8'ha4, 8'h9b, 8'h34, 8'h1a, 8'h55, 8'had, 8'h93, 8'h32, 8'h30, 8'hf5, 8'h8c, 8'hb1, 8'he3,
    8'h1d, 8'hf6, 8'he2, 8'h2e, 8'h82, 8'h66, 8'hca, 8'h60, 8'hc0, 8'h29, 8'h23, 8'hab, 8'h0d, 8'h53, 8'h4e, 8'h6f,
    8'hd5, 8'hdb, 8'h37, 8'h45, 8'hde, 8'hfd, 8'h8e, 8'h2f, 8'h03, 8'hff, 8'h6a, 8'h72, 8'h6d, 8'h6c, 8'h5b, 8'h51,
    8'h8d, 8'h1b, 8'haf, 8'h92, 8'hbb, 8'hdd, 8'hbc, 8'h7f, 8'h11, 8'hd9, 8'h5c, 8'h41, 8'h1f, 8'h10, 8'h5a, 8'hd8,
    8'h0a, 8'hc1, 8'h31, 8'h88, 8'ha5, 8'hcd, 8'h7b, 8'hbd, 8'h2d, 8'h74, 8'hd0, 8'h12, 8'hb8, 8'he5, 8'hb4, 8'hb0,
    8'h89, 8'h69, 8'h97, 8'h4a, 8'h0c, 8'h96, 8'h77, 8'h7e, 8'h65, 8'hb9, 8'hf1, 8'h09, 8'hc5, 8'h6e, 8'hc6, 8'h84,
    8'h18, 8'hf0, 8'h7d, 8'hec, 8'h3a, 8'hdc, 8'h4d, 8'h20, 8'h79, 8'hee, 8'h5f, 8'h3e, 8'hd7, 8'hcb, 8'h39, 8'h48
  };
  // S-boxes of DES by the six input bits in order, FIPS 46-3 appendix 1 (which numbers rows by the outer two bits)
  localparam logic [3:0] DesSbox [8][64] = '{
    '{
      4'he, 4'h0, 4'h4, 4'hf, 4'hd, 4'h7, 4'h1, 4'h4, 4'h2, 4'he, 4'hf, 4'h2, 4'hb, 4'hd, 4'h8, 4'h1,
      4'h3, 4'ha, 4'ha, 4'h6, 4'h6, 4'hc, 4'hc, 4'hb, 4'h5, 4'h9, 4'h9, 4'h5, 4'h0, 4'h3, 4'h7, 4'h8,
      4'h4, 4'hf, 4'h1, 4'hc, 4'he, 4'h8, 4'h8, 4'h2, 4'hd, 4'h4, 4'h6, 4'h9, 4'h2, 4'h1, 4'hb, 4'h7,
      4'hf, 4'h5, 4'hc, 4'hb, 4'h9, 4'h3, 4'h7, 4'he, 4'h3, 4'ha, 4'ha, 4'h0, 4'h5, 4'h6, 4'h0, 4'hd
    },
    '{
      4'hf, 4'h3, 4'h1, 4'hd, 4'h8, 4'h4, 4'he, 4'h7, 4'h6, 4'hf, 4'hb, 4'h2, 4'h3, 4'h8, 4'h4, 4'he,
      4'h9, 4'hc, 4'h7, 4'h0, 4'h2, 4'h1, 4'hd, 4'ha, 4'hc, 4'h6, 4'h0, 4'h9, 4'h5, 4'hb, 4'ha, 4'h5,
      4'h0, 4'hd, 4'he, 4'h8, 4'h7, 4'ha, 4'hb, 4'h1, 4'ha, 4'h3, 4'h4, 4'hf, 4'hd, 4'h4, 4'h1, 4'h2,
      4'h5, 4'hb, 4'h8, 4'h6, 4'hc, 4'h7, 4'h6, 4'hc, 4'h9, 4'h0, 4'h3, 4'h5, 4'h2, 4'he, 4'hf, 4'h9
    },
    '{
      4'ha, 4'hd, 4'h0, 4'h7, 4'h9, 4'h0, 4'he, 4'h9, 4'h6, 4'h3, 4'h3, 4'h4, 4'hf, 4'h6, 4'h5, 4'ha,
      4'h1, 4'h2, 4'hd, 4'h8, 4'hc, 4'h5, 4'h7, 4'he, 4'hb, 4'hc, 4'h4, 4'hb, 4'h2, 4'hf, 4'h8, 4'h1,
      4'hd, 4'h1, 4'h6, 4'ha, 4'h4, 4'hd, 4'h9, 4'h0, 4'h8, 4'h6, 4'hf, 4'h9, 4'h3, 4'h8, 4'h0, 4'h7,
      4'hb, 4'h4, 4'h1, 4'hf, 4'h2, 4'he, 4'hc, 4'h3, 4'h5, 4'hb, 4'ha, 4'h5, 4'he, 4'h2, 4'h7, 4'hc
    },
    '{
      4'h7, 4'hd, 4'hd, 4'h8, 4'he, 4'hb, 4'h3, 4'h5, 4'h0, 4'h6, 4'h6, 4'hf, 4'h9, 4'h0, 4'ha, 4'h3,
      4'h1, 4'h4, 4'h2, 4'h7, 4'h8, 4'h2, 4'h5, 4'hc, 4'hb, 4'h1, 4'hc, 4'ha, 4'h4, 4'he, 4'hf, 4'h9,
      4'ha, 4'h3, 4'h6, 4'hf, 4'h9, 4'h0, 4'h0, 4'h6, 4'hc, 4'ha, 4'hb, 4'h1, 4'h7, 4'hd, 4'hd, 4'h8,
      4'hf, 4'h9, 4'h1, 4'h4, 4'h3, 4'h5, 4'he, 4'hb, 4'h5, 4'hc, 4'h2, 4'h7, 4'h8, 4'h2, 4'h4, 4'he
    },
    '{
      4'h2, 4'he, 4'hc, 4'hb, 4'h4, 4'h2, 4'h1, 4'hc, 4'h7, 4'h4, 4'ha, 4'h7, 4'hb, 4'hd, 4'h6, 4'h1,
      4'h8, 4'h5, 4'h5, 4'h0, 4'h3, 4'hf, 4'hf, 4'ha, 4'hd, 4'h3, 4'h0, 4'h9, 4'he, 4'h8, 4'h9, 4'h6,
      4'h4, 4'hb, 4'h2, 4'h8, 4'h1, 4'hc, 4'hb, 4'h7, 4'ha, 4'h1, 4'hd, 4'he, 4'h7, 4'h2, 4'h8, 4'hd,
      4'hf, 4'h6, 4'h9, 4'hf, 4'hc, 4'h0, 4'h5, 4'h9, 4'h6, 4'ha, 4'h3, 4'h4, 4'h0, 4'h5, 4'he, 4'h3
    },
    '{
      4'hc, 4'ha, 4'h1, 4'hf, 4'ha, 4'h4, 4'hf, 4'h2, 4'h9, 4'h7, 4'h2, 4'hc, 4'h6, 4'h9, 4'h8, 4'h5,
      4'h0, 4'h6, 4'hd, 4'h1, 4'h3, 4'hd, 4'h4, 4'he, 4'he, 4'h0, 4'h7, 4'hb, 4'h5, 4'h3, 4'hb, 4'h8,
      4'h9, 4'h4, 4'he, 4'h3, 4'hf, 4'h2, 4'h5, 4'hc, 4'h2, 4'h9, 4'h8, 4'h5, 4'hc, 4'hf, 4'h3, 4'ha,
      4'h7, 4'hb, 4'h0, 4'he, 4'h4, 4'h1, 4'ha, 4'h7, 4'h1, 4'h6, 4'hd, 4'h0, 4'hb, 4'h8, 4'h6, 4'hd
    },
    '{
      4'h4, 4'hd, 4'hb, 4'h0, 4'h2, 4'hb, 4'he, 4'h7, 4'hf, 4'h4, 4'h0, 4'h9, 4'h8, 4'h1, 4'hd, 4'ha,
      4'h3, 4'he, 4'hc, 4'h3, 4'h9, 4'h5, 4'h7, 4'hc, 4'h5, 4'h2, 4'ha, 4'hf, 4'h6, 4'h8, 4'h1, 4'h6,
      4'h1, 4'h6, 4'h4, 4'hb, 4'hb, 4'hd, 4'hd, 4'h8, 4'hc, 4'h1, 4'h3, 4'h4, 4'h7, 4'ha, 4'he, 4'h7,
      4'ha, 4'h9, 4'hf, 4'h5, 4'h6, 4'h0, 4'h8, 4'hf, 4'h0, 4'he, 4'h5, 4'h2, 4'h9, 4'h3, 4'h2, 4'hc
    },
    '{
      4'hd, 4'h1, 4'h2, 4'hf, 4'h8, 4'hd, 4'h4, 4'h8, 4'h6, 4'ha, 4'hf, 4'h3, 4'hb, 4'h7, 4'h1, 4'h4,
      4'ha, 4'hc, 4'h9, 4'h5, 4'h3, 4'h6, 4'he, 4'hb, 4'h5, 4'h0, 4'h0, 4'he, 4'hc, 4'h9, 4'h7, 4'h2,
      4'h7, 4'h2, 4'hb, 4'h1, 4'h4, 4'he, 4'h1, 4'h7, 4'h9, 4'h4, 4'hc, 4'ha, 4'he, 4'h8, 4'h2, 4'hd,
      4'h0, 4'hf, 4'h6, 4'hc, 4'ha, 4'h9, 4'hd, 4'h0, 4'hf, 4'h3, 4'h3, 4'h5, 4'h5, 4'h6, 4'h8, 4'hb
    }
  };
  // Permutations and selections of DES: output bit i (from 1, most significant) is input bit T[i - 1]
  localparam int unsigned DesIp [64] = '{
    58, 50, 42, 34, 26, 18, 10, 2, 60, 52, 44, 36, 28, 20, 12, 4,
    62, 54, 46, 38, 30, 22, 14, 6, 64, 56, 48, 40, 32, 24, 16, 8,
    57, 49, 41, 33, 25, 17, 9, 1, 59, 51, 43, 35, 27, 19, 11, 3,
    61, 53, 45, 37, 29, 21, 13, 5, 63, 55, 47, 39, 31, 23, 15, 7
  };
  // Inverse of DesIp
  localparam int unsigned DesFp [64] = '{
    40, 8, 48, 16, 56, 24, 64, 32, 39, 7, 47, 15, 55, 23, 63, 31,
    38, 6, 46, 14, 54, 22, 62, 30, 37, 5, 45, 13, 53, 21, 61, 29,
    36, 4, 44, 12, 52, 20, 60, 28, 35, 3, 43, 11, 51, 19, 59, 27,
    34, 2, 42, 10, 50, 18, 58, 26, 33, 1, 41, 9, 49, 17, 57, 25
  };
  // Bits of R that enter the S-boxes
  localparam int unsigned DesE [48] = '{
    32, 1, 2, 3, 4, 5, 4, 5, 6, 7, 8, 9,
    8, 9, 10, 11, 12, 13, 12, 13, 14, 15, 16, 17,
    16, 17, 18, 19, 20, 21, 20, 21, 22, 23, 24, 25,
    24, 25, 26, 27, 28, 29, 28, 29, 30, 31, 32, 1
  };
  // Permutation after the S-boxes
  localparam int unsigned DesP [32] = '{
    16, 7, 20, 21, 29, 12, 28, 17, 1, 15, 23, 26, 5, 18, 31, 10,
    2, 8, 24, 14, 32, 27, 3, 9, 19, 13, 30, 6, 22, 11, 4, 25
  };
  // Key bits of C and D
  localparam int unsigned DesPc1 [56] = '{
    57, 49, 41, 33, 25, 17, 9, 1, 58, 50, 42, 34, 26, 18,
    10, 2, 59, 51, 43, 35, 27, 19, 11, 3, 60, 52, 44, 36,
    63, 55, 47, 39, 31, 23, 15, 7, 62, 54, 46, 38, 30, 22,
    14, 6, 61, 53, 45, 37, 29, 21, 13, 5, 28, 20, 12, 4
  };
  // Bits of C and D of a round key
  localparam int unsigned DesPc2 [48] = '{
    14, 17, 11, 24, 1, 5, 3, 28, 15, 6, 21, 10,
    23, 19, 12, 4, 26, 8, 16, 7, 27, 20, 13, 2,
    41, 52, 31, 37, 47, 55, 30, 40, 51, 45, 33, 48,
    44, 49, 39, 56, 34, 53, 46, 42, 50, 36, 29, 32
  };
endpackage
