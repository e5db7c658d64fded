import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { transferEndpoints } from '../../transfers/endpoints.ts'
import { transferReceipt } from '../../transfers/view.ts'
import { plainTransferInstruction } from './form.ts'

const { sendTransfer } = transferEndpoints

export const gatewayTransferEndpoints = {
  sendPlainTransfer: endpoint({
    method: 'POST',
    path: '/v1/databases/truedb/collections/transactions/documents',
    summary: 'Send money without a beneficiary; the same id with the same contents is sent once',
    audience: sendTransfer.audience,
    limit: sendTransfer.limit,
    body: plainTransferInstruction,
    answer: z.omit(transferReceipt, { beneficiary: true, reference: true }),
    refusals: sendTransfer.refusals,
  }),
}
