/* SPDX-License-Identifier: Apache-2.0 */
/* Every addressing mode of ARMv6-M. Each function gets the middle of 64 bytes of data and may use r0-r3 and r12; the
 * simulator compares what each instruction reaches for with Unicorn's. */
    .include "test/cortexm/addresses.inc"

    function offsets
    ldr r1, [r0, #8]
    str r1, [r0, #12]
    ldrh r1, [r0, #6]
    strh r1, [r0, #10]
    ldrb r1, [r0, #3]
    strb r1, [r0, #5]
    bx lr
    done offsets

    function register_offsets
    movs r1, #4
    ldr r2, [r0, r1]
    str r2, [r0, r1]
    ldrh r2, [r0, r1]
    ldrsh r2, [r0, r1]
    strh r2, [r0, r1]
    ldrb r2, [r0, r1]
    ldrsb r2, [r0, r1]
    strb r2, [r0, r1]
    movs r1, #0
    subs r1, #8
    ldr r2, [r0, r1]
    str r2, [r0, r1]
    bx lr
    done register_offsets

    /* From both halves of a word: the address of the instruction is rounded down. */
    function literals
    ldr r0, 1f
    ldr r1, 1f
    ldr r2, 1f
    b 2f
    .balign 4
1:  .word 0x12345678
2:  bx lr
    done literals

    function multiple
    mov r12, r0
    ldmia r0!, {r1-r3}
    mov r0, r12
    stmia r0!, {r1, r3}
    mov r0, r12
    ldmia r0, {r0, r2, r3} /* the base is loaded */
    bx lr
    done multiple

    function stack
    push {r0, r4-r7, lr}
    sub sp, #8
    str r0, [sp, #4]
    ldr r1, [sp, #4]
    str r1, [sp]
    ldr r1, [sp]
    add sp, #8
    push {r1}
    pop {r1}
    pop {r0, r4-r7, pc}
    done stack

    /* Code in RAM: a constant is returned, then another one, from the same place. */
    function rewritten
    push {r4-r6, lr}
    mov r4, r0
    adds r5, r0, #1
    ldr r1, 1f
    str r1, [r4]
    blx r5
    mov r6, r0
    ldr r1, 2f
    str r1, [r4]
    blx r5
    lsls r0, r0, #8
    orrs r0, r6
    pop {r4-r6, pc}
    .balign 4
1:  .word 0x47702011 /* movs r0, #0x11; bx lr */
2:  .word 0x47702022
    done rewritten
