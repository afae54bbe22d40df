/* SPDX-License-Identifier: Apache-2.0 */
/* One kernel per timing rule of the ARMv7-M cores beyond those of kernels.S. */
    .syntax unified
    .thumb
    .text

    .macro kernel name
    .balign 16
    .global kernel_\name
    .type kernel_\name, %function
kernel_\name:
    .endm

    .macro done name
    .balign 4, 0
    .size kernel_\name, . - kernel_\name
    .endm

    kernel accumulate
    .rept 8
    mla r1, r2, r3, r1
    .endr
    bx lr
    done accumulate

    kernel odd_halfwords
    .rept 4
    adds r3, r3, r3
    ldm.w r0, {r1, r2}
    add.w r3, r3, #1
    add.w r3, r3, #1
    add.w r3, r3, #1
    adds r3, r3, r3
    .endr
    bx lr
    done odd_halfwords

    kernel even_halfwords
    .rept 4
    ldm.w r0, {r1, r2}
    add.w r3, r3, #1
    add.w r3, r3, #1
    add.w r3, r3, #1
    .endr
    bx lr
    done even_halfwords

    kernel products_summed
    .rept 16
    mla r1, r2, r3, r1
    .endr
    bx lr
    done products_summed

    kernel store_multiple_half
    add.w r0, r0, #4
    .rept 8
    stm.w r0, {r1-r3, r12}
    .endr
    bx lr
    done store_multiple_half

    kernel store_multiple_whole
    add.w r0, r0, #0
    .rept 8
    stm.w r0, {r1-r3, r12}
    .endr
    bx lr
    done store_multiple_whole

    kernel store_bytes
    .rept 32
    strb.w r1, [r0]
    .endr
    bx lr
    done store_bytes

    kernel store_bytes_banks
    .rept 16
    strb.w r1, [r0]
    strb.w r1, [r0, #4]
    .endr
    bx lr
    done store_bytes_banks

    kernel address_from_alu
    .rept 8
    add.w r1, r0, #4
    ldr.w r2, [r1]
    mov.w r3, r2
    mov.w r3, r3
    .endr
    bx lr
    done address_from_alu

    kernel address_from_load
    str r0, [r0]
    .rept 8
    ldr.w r0, [r0]
    .endr
    mov.w r3, r3
    mov.w r3, r3
    bx lr
    done address_from_load

    kernel store_after_load
    .rept 8
    ldr.w r1, [r0]
    str.w r1, [r0, #4]
    .endr
    mov.w r3, r3
    mov.w r3, r3
    bx lr
    done store_after_load

    kernel store_register_offset
    movs r2, #4
    movs r3, #0
    .rept 8
    str.w r1, [r0, r2]
    mov.w r3, r3
    .endr
    bx lr
    done store_register_offset

    kernel unaligned_fetch
    movs r1, #0
    .rept 15
    add.w r1, r1, r2
    .endr
    nop
    bx lr
    done unaligned_fetch

    kernel it_folds
    .rept 8
    cmp r1, #0
    it ne
    movne r2, r3
    mov.w r3, r3
    .endr
    bx lr
    done it_folds

    kernel divide
    movs r2, #3
    .rept 4
    udiv r1, r1, r2
    .endr
    bx lr
    done divide

    kernel loop
    movs r1, #8
    nop
1:
    adds r2, r2, r3
    subs r1, r1, #1
    bne 1b
    bx lr
    done loop

    kernel loop_in_loop
    movs r2, #4
2:
    movs r1, #8
    nop
1:
    adds r3, r3, r2
    subs r1, r1, #1
    bne 1b
    subs r2, r2, #1
    bne 2b
    bx lr
    done loop_in_loop

    kernel shifted_operand
    .rept 16
    add.w r1, r1, r2, ror #7
    .endr
    bx lr
    done shifted_operand

    kernel independent
    .rept 8
    add.w r1, r1, #1
    add.w r2, r2, #1
    .endr
    bx lr
    done independent

    kernel other_bank
    .rept 8
    ldr.w r1, [r0]
    ldr.w r2, [r0, #4]
    .endr
    bx lr
    done other_bank

    kernel same_bank
    .rept 8
    ldr.w r1, [r0]
    ldr.w r2, [r0, #8]
    .endr
    bx lr
    done same_bank

    kernel bitfield
    .rept 8
    uxtb.w r1, r2
    uxtb.w r3, r2
    .endr
    bx lr
    done bitfield

    kernel late_operand
    .rept 8
    ldrb.w r1, [r0, #1]
    eor.w r2, r2, r1
    .endr
    bx lr
    done late_operand
