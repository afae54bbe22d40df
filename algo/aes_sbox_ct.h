/* SPDX-License-Identifier: Apache-2.0 */
/* A Boolean circuit on bit planes for the AES S-box without its final constant, S(x) ^ 0x63: FIPS 197 section 5.1.1. */
#ifndef OBI_AES_SBOX_CT_H
#define OBI_AES_SBOX_CT_H

/* Made by algo/gen_sbox.py, which says how: 32 ANDs, 80 XORs. */

/* q[i] holds bit i of every byte, in any order of the bytes. The includer defines the type obi_plane. */
static inline __attribute__((always_inline)) void aes_sbox(obi_plane q[8])
{
    const obi_plane x0 = q[0];
    const obi_plane x1 = q[1];
    const obi_plane x2 = q[2];
    const obi_plane x3 = q[3];
    const obi_plane x4 = q[4];
    const obi_plane x5 = q[5];
    const obi_plane x6 = q[6];
    const obi_plane x7 = q[7];
    const obi_plane t0 = x2 ^ x3;
    const obi_plane t1 = x5 ^ x6;
    const obi_plane t2 = x5 ^ x7;
    const obi_plane t3 = x1 ^ x7;
    const obi_plane t4 = t0 ^ t2;
    const obi_plane t5 = x0 ^ t1;
    const obi_plane t6 = x4 ^ x7;
    const obi_plane t7 = x2 ^ x4;
    const obi_plane t8 = x2 ^ x7;
    const obi_plane t9 = t5 ^ x7;
    const obi_plane t10 = x4 ^ t5;
    const obi_plane t11 = x1 ^ t5;
    const obi_plane t12 = t11 & t5;
    const obi_plane t13 = t7 ^ t3;
    const obi_plane t14 = t0 ^ t13;
    const obi_plane t15 = x0 ^ t14;
    const obi_plane t16 = t7 ^ t2;
    const obi_plane t17 = t7 & t16;
    const obi_plane t18 = t14 ^ t16;
    const obi_plane t19 = t3 & t18;
    const obi_plane t20 = t11 ^ t8;
    const obi_plane t21 = t18 ^ t1;
    const obi_plane t22 = t1 ^ t14;
    const obi_plane t23 = t6 & t21;
    const obi_plane t24 = t23 ^ t17;
    const obi_plane t25 = t8 & t22;
    const obi_plane t26 = t17 ^ t25;
    const obi_plane t27 = t12 ^ t24;
    const obi_plane t28 = t19 ^ t27;
    const obi_plane t29 = t28 ^ t4;
    const obi_plane t30 = t12 ^ t26;
    const obi_plane t31 = x0 ^ t21;
    const obi_plane t32 = t9 & t31;
    const obi_plane t33 = t32 ^ t30;
    const obi_plane t34 = t33 ^ x1;
    const obi_plane t35 = t21 ^ t6;
    const obi_plane t36 = t10 & x0;
    const obi_plane t37 = t36 ^ t26;
    const obi_plane t38 = t20 & t15;
    const obi_plane t39 = t38 ^ t37;
    const obi_plane t40 = t39 ^ t2;
    const obi_plane t41 = t38 ^ t24;
    const obi_plane t42 = t13 & t14;
    const obi_plane t43 = t42 ^ t41;
    const obi_plane t44 = t43 ^ t35;
    const obi_plane t45 = t40 & t34;
    const obi_plane t46 = t40 ^ t44;
    const obi_plane t47 = t29 ^ t45;
    const obi_plane t48 = t44 ^ t45;
    const obi_plane t49 = t46 & t47;
    const obi_plane t50 = t49 ^ t44;
    const obi_plane t51 = t50 & t3;
    const obi_plane t52 = t50 & t18;
    const obi_plane t53 = t34 ^ t29;
    const obi_plane t54 = t48 & t53;
    const obi_plane t55 = t54 ^ t29;
    const obi_plane t56 = t34 ^ t55;
    const obi_plane t57 = t55 & t14;
    const obi_plane t58 = t57 ^ t52;
    const obi_plane t59 = t55 & t13;
    const obi_plane t60 = t55 ^ t50;
    const obi_plane t61 = t60 & t7;
    const obi_plane t62 = t60 & t16;
    const obi_plane t63 = t47 ^ t55;
    const obi_plane t64 = t29 & t63;
    const obi_plane t65 = t47 ^ t64;
    const obi_plane t66 = t64 ^ t56;
    const obi_plane t67 = t66 & t10;
    const obi_plane t68 = t66 & x0;
    const obi_plane t69 = t50 & t65;
    const obi_plane t70 = t46 ^ t69;
    const obi_plane t71 = t58 ^ t68;
    const obi_plane t72 = t70 ^ t50;
    const obi_plane t73 = t72 & t11;
    const obi_plane t74 = t70 & t9;
    const obi_plane t75 = t61 ^ t73;
    const obi_plane t76 = t72 & t5;
    const obi_plane t77 = t66 ^ t55;
    const obi_plane t78 = t77 ^ t72;
    const obi_plane t79 = t66 ^ t70;
    const obi_plane t80 = t70 & t31;
    const obi_plane t81 = t79 & t6;
    const obi_plane t82 = t79 & t21;
    const obi_plane t83 = t52 ^ t82;
    const obi_plane t84 = t77 & t15;
    const obi_plane t85 = t58 ^ t84;
    const obi_plane t86 = t77 & t20;
    const obi_plane t87 = t61 ^ t86;
    const obi_plane t88 = t59 ^ t87;
    const obi_plane t89 = t67 ^ t87;
    const obi_plane t90 = t78 & t8;
    const obi_plane t91 = t78 & t22;
    const obi_plane t92 = t85 ^ t76;
    const obi_plane t93 = t62 ^ t76;
    const obi_plane t94 = t71 ^ t80;
    const obi_plane t95 = t71 ^ t91;
    const obi_plane t96 = t93 ^ t83;
    const obi_plane t97 = t93 ^ t95;
    const obi_plane t98 = t51 ^ t81;
    const obi_plane t99 = t81 ^ t88;
    const obi_plane t100 = t74 ^ t98;
    const obi_plane t101 = t100 ^ t97;
    const obi_plane z2 = t89 ^ t101;
    const obi_plane t102 = t90 ^ t96;
    const obi_plane z5 = t102 ^ t101;
    const obi_plane t103 = t94 ^ t98;
    const obi_plane z0 = t75 ^ t103;
    const obi_plane z1 = t97 ^ z0;
    const obi_plane z7 = t99 ^ t96;
    const obi_plane z6 = t92 ^ z7;
    const obi_plane z4 = t99 ^ t92;
    const obi_plane z3 = t94 ^ z4;

    q[0] = z0;
    q[1] = z1;
    q[2] = z2;
    q[3] = z3;
    q[4] = z4;
    q[5] = z5;
    q[6] = z6;
    q[7] = z7;
}

#endif
