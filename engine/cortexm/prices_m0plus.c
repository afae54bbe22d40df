/* SPDX-License-Identifier: Apache-2.0 */
/* Engine cortexm: prices on a Cortex-M0+, made from the simulator by test/cortexm/prices.py; do not edit. */
#include "engine/cortexm/prices.h"

PRICE(sha1, 1, 6993, 99584);
PRICE(sha256, 1, 5738, 78208);
PRICE(sha512, 1, 13266, 194176);
PRICE(hmac_sha1, 14073, 13695, 99584);
PRICE(hmac_sha256, 11432, 11098, 78208);
PRICE(hmac_sha512, 50230, 38018, 194176);
PRICE(aes_cmac_sbox, 3569, 2380, 101312);
PRICE(aes_cmac_fs, 11017, 2380, 299904);
PRICE(aes_ecb_enc_sbox, 1037, 547, 89024);
PRICE(aes_ecb_enc_fs, 5382, 558, 133376);
PRICE(aes_ecb_dec_sbox, 1040, 553, 108160);
PRICE(aes_ecb_dec_fs, 5385, 564, 162144);
PRICE(aes_cbc_enc_sbox, 1037, 789, 101504);
PRICE(aes_cbc_enc_fs, 5382, 789, 300096);
PRICE(aes_cbc_dec_sbox, 1040, 1080, 114536);
PRICE(aes_cbc_dec_fs, 5385, 1085, 168608);
PRICE(aes_ctr_sbox, 1037, 1165, 103264);
PRICE(aes_ctr_fs, 5382, 1192, 131008);
PRICE(aes_xts_enc_sbox, 1820, 2286, 142752);
PRICE(aes_xts_enc_fs, 10510, 5389, 187456);
PRICE(aes_xts_dec_sbox, 1823, 2295, 161792);
PRICE(aes_xts_dec_fs, 10513, 5398, 216128);
PRICE(aes_gcm_sbox, 2863, 8143, 242912);
PRICE(aes_gcm_fs, 10311, 10620, 270656);
PRICE(aes_ccm_sbox, 1037, 7254, 204576);
PRICE(aes_ccm_fs, 5382, 12834, 430912);
PRICE(chacha20_poly1305, 172, 13378, 237520);
