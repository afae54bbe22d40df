/* SPDX-License-Identifier: Apache-2.0 */
/* The addressing modes that ARMv7-M adds, see addresses.S; those of floating-point registers as encodings, since no other
 * file here is assembled for them. */
    .include "test/cortexm/addresses.inc"

    function wide_offsets
    ldr.w r1, [r0, #8]
    str.w r1, [r0, #8]
    ldr r1, [r0, #-4]
    str r1, [r0, #-4]
    ldrb.w r1, [r0, #1]
    strb r1, [r0, #-1]
    ldrsb r1, [r0, #-3]
    ldrsb.w r1, [r0, #3]
    ldrh.w r1, [r0, #2]
    strh r1, [r0, #-2]
    ldrsh r1, [r0, #-6]
    ldrsh.w r1, [r0, #6]
    ldr r1, [r0, #5]    /* no address of a whole word */
    str r1, [r0, #5]
    ldrh r1, [r0, #-5]
    strh r1, [r0, #-5]
    bx lr
    done wide_offsets

    function indexed
    mov r12, r0
    ldr r1, [r0, #8]!
    str r1, [r0, #-4]!
    ldrb r1, [r0, #1]!
    strb r1, [r0, #-1]!
    ldrh r1, [r0, #2]!
    ldrsh r1, [r0, #-2]!
    strh r1, [r0, #2]!
    mov r0, r12
    ldr r1, [r0], #8
    str r1, [r0], #-12
    ldrb r1, [r0], #1
    strb r1, [r0], #1
    ldrsb r1, [r0], #-2
    ldrh r1, [r0], #4
    strh r1, [r0], #-4
    mov r0, r12
    ldrt r1, [r0, #4]
    strt r1, [r0, #4]
    ldrbt r1, [r0, #5]
    ldrsht r1, [r0, #6]
    bx lr
    done indexed

    function shifted
    movs r1, #3
    ldr.w r2, [r0, r1]
    ldr r2, [r0, r1, lsl #2]
    str r2, [r0, r1, lsl #3]
    ldrb r2, [r0, r1, lsl #1]
    strb r2, [r0, r1, lsl #2]
    ldrh r2, [r0, r1, lsl #1]
    ldrsh r2, [r0, r1, lsl #3]
    strh r2, [r0, r1, lsl #1]
    mvn r1, #1
    ldr r2, [r0, r1, lsl #2]
    bx lr
    done shifted

    function wide_literals
    ldr.w r0, 3f
    nop
    ldr.w r1, 3f
    ldr.w r1, 4f
    ldrh r1, 3f
    ldrsb r1, 4f
    ldrd r1, r2, 3f
    nop
    ldrd r1, r2, 3f
    b 5f
    .balign 4
3:  .word 0x11223344
4:  .word 0x55667788
5:  ldr.w r0, 4b
    ldrb r0, 3b
    ldrd r2, r3, 3b
    bx lr
    done wide_literals

    function doubles
    mov r12, r0
    ldrd r1, r2, [r0, #8]
    strd r1, r2, [r0, #-8]
    ldrd r1, r2, [r0, #4]!
    strd r1, r2, [r0, #-12]!
    ldrd r1, r2, [r0], #16
    strd r1, r2, [r0], #-8
    ldrd r1, r2, [r12]
    bx lr
    done doubles

    function wide_multiple
    mov r12, r0
    ldmia.w r0!, {r1, r2, r3}
    ldmdb r0!, {r1, r2, r3}
    stmia.w r0!, {r1, r2}
    stmdb r0!, {r1, r2}
    ldmdb r0, {r1-r3}
    stmdb r0, {r1-r3}
    push.w {r1, r2, r12, lr}
    pop.w {r1, r2, r12, lr}
    str r1, [sp, #-4]!
    ldr r1, [sp], #4
    bx lr
    done wide_multiple

    function exclusives
    ldrex r1, [r0]
    strex r2, r1, [r0]
    ldrex r1, [r0, #8]
    strex r2, r1, [r0, #8]
    ldrexb r1, [r0]
    strexb r2, r1, [r0]
    ldrexh r1, [r0]
    strexh r2, r1, [r0]
    bx lr
    done exclusives

    /* Without the load before it, it reaches for nothing, which is not what its operand says. */
    function failing_exclusive
    clrex
    strex r2, r1, [r0]
    bx lr
    done failing_exclusive

    function table_branches
    movs r1, #1
    tbb [pc, r1]
1:  .byte (2f - 1b) / 2, (3f - 1b) / 2
2:  movs r0, #0
    bx lr
3:  nop
    tbh [pc, r1, lsl #1]
4:  .2byte (5f - 4b) / 2, (6f - 4b) / 2
5:  movs r0, #0
    bx lr
6:  adr r2, 7f
    tbb [r2, r1]
8:  movs r0, #0
    bx lr
9:  movs r0, #6
    bx lr
    .balign 4
7:  .byte 0, (9b - 8b) / 2
    .balign 4
    done table_branches

    function conditional
    movs r1, #4
    cmp r1, #4
    itete eq
    ldreq r2, [r0, #4]
    ldrne r2, [r1]
    streq r2, [r0, r1]
    strne r2, [r1]
    ldr r3, [r0]
    it ne
    ldrne r3, [r1]
    pld [r0, #4]
    bx lr
    done conditional

    function floating
    .inst.w 0xed900a02 /* vldr s0, [r0, #8] */
    .inst.w 0xed100a01 /* vldr s0, [r0, #-4] */
    .inst.w 0xed800a02 /* vstr s0, [r0, #8] */
    .inst.w 0xed900b02 /* vldr d0, [r0, #8] */
    .inst.w 0xed000b02 /* vstr d0, [r0, #-8] */
    mov r12, r0
    .inst.w 0xec9c0a03 /* vldmia r12, {s0-s2} */
    .inst.w 0xecbc0a02 /* vldmia r12!, {s0-s1} */
    .inst.w 0xed2c0b04 /* vstmdb r12!, {d0-d1} */
    .inst.w 0xecac0b04 /* vstmia r12!, {d0-d1} */
    .inst.w 0xed3c0a03 /* vldmdb r12!, {s0-s2} */
    .inst.w 0xed2d0b04 /* vpush {d0-d1} */
    .inst.w 0xecbd0b04 /* vpop {d0-d1} */
    .inst.w 0xed2d0a01 /* vpush {s0} */
    .inst.w 0xecbd0a01 /* vpop {s0} */
    .inst.w 0xed9f0b02 /* vldr d0, [pc, #8] */
    .inst.w 0xec510b10 /* vmov r0, r1, d0 */
    bx lr
    .balign 4
    .word 0, 0, 0, 0
    done floating
