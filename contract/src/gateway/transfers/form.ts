import * as z from 'zod/mini'
import { textLine } from '../../rules/text.ts'
import { transferInstruction } from '../../transfers/form.ts'

/** A transfer without a beneficiary. The sender's description is part of its contents. */
export const plainTransferInstruction = z.extend(
  z.pick(transferInstruction, { transactionId: true, amount: true, transaction_pin: true }),
  {
    description: textLine({
      field: 'Description',
      required: 'Description is required',
      lengthMax: 500,
    }),
  },
)
