import type { DisputeForStaff } from '@bank/contract/admin/disputes/view'
import { reasonReaders } from '@bank/contract/admin/reason-reader'
import { endpoints } from '@bank/contract/endpoints'
import { formatMoney } from '@bank/contract/format-money'
import { doneText, staffTexts } from '@bank/contract/toast-texts/staff'
import { call } from '../../api/call.ts'
import { requestTimeout } from '../../api/request-outcome.ts'
import type { DialogState } from '../../ui/dialog-props.ts'
import { toast } from '../../ui/toast.ts'
import { ReasonDialog } from '../users/reason-dialog.tsx'

/** What staff do with a dispute: credit the customer, or end it for one side. */
export type DisputeAct = 'credit' | 'customer' | 'bank'

/** Asks why, says what happens to the money, and carries it out. */
export function DisputeDialog({
  dispute,
  act,
  ...dialog
}: DialogState & { dispute: DisputeForStaff; act: DisputeAct }) {
  const { id, user } = dispute
  const texts = act === 'credit' ? staffTexts.creditDispute : staffTexts.endDispute
  return (
    <ReasonDialog<unknown>
      {...dialog}
      title={titles[act]}
      description={effectOf(act, dispute)}
      purpose={`${act} in dispute ${id} of ${user.id}`}
      reader={act === 'credit' ? reasonReaders.dispute_credited : reasonReaders.dispute_ended}
      act={({ reason }) => {
        const request = { params: { id }, signal: requestTimeout() }
        return act === 'credit'
          ? call(endpoints.creditDispute, { ...request, body: { reason } })
          : call(endpoints.endDispute, { ...request, body: { outcome: act, reason } })
      }}
      action={actions[act]}
      busyLabel={texts.busy}
      onDone={(answer) => toast.success(doneText(answer, texts))}
      failed={texts.failed}
    />
  )
}

const titles = {
  credit: 'Credit the customer?',
  customer: 'End the dispute for the customer?',
  bank: 'End the dispute for the bank?',
} as const

const actions = { credit: 'Credit', customer: 'End for the customer', bank: 'End for the bank' } as const

function effectOf(act: DisputeAct, { amount, credit, takingBack, currency, user }: DisputeForStaff): string {
  const money = (value: string) => formatMoney(value, currency)
  if (act === 'credit') {
    return `${user.name} gets ${money(amount)} now, and keeps it unless the dispute ends for the bank.`
  }
  if (act === 'customer')
    return `${user.name} keeps the credit of ${money(credit?.amount ?? '0.00')}. This is final.`
  if (!takingBack) return 'Nothing was credited, so nothing is taken back. This is final.'
  const owed =
    takingBack.owed === '0.00' ? '' : ` ${money(takingBack.owed)} stays owed: the account has no more.`
  return `${money(takingBack.amount)} of the credit is taken back.${owed} This is final.`
}
