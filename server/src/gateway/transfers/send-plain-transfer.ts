import type { GatewayVerb } from '../../call.ts'
import { receiptOf, startTransfer, submitTransfer } from '../../transfers/submitted-transfer.ts'

/** Sends money without a beneficiary. It is pending until an administrator settles it by its description. */
export const sendPlainTransfer: GatewayVerb<'sendPlainTransfer'> = async (call) => {
  const { description: debitDetail } = call.input
  const movement = { ...startTransfer(call), kind: 'plain_transfer', debitDetail } as const
  return receiptOf(await submitTransfer(call, movement))
}
