import { holdForm } from '@bank/contract/admin/holds/form'
import { holdReasons } from '@bank/contract/admin/transactions/usual-reasons'
import type { UserDetailsView } from '@bank/contract/admin/users/view'
import { endpoints } from '@bank/contract/endpoints'
import { formatMoney } from '@bank/contract/format-money'
import { staffTexts } from '@bank/contract/toast-texts/staff'
import { formatMinor } from '@bank/ledger/money'
import { call } from '../../api/call.ts'
import { FailureNotice } from '../../api/failure-notice.tsx'
import { Dialog } from '../../ui/deferred-dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import type { DialogState } from '../../ui/dialog-props.ts'
import { Input } from '../../ui/input.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import { userAccountKey } from '../chosen-account.ts'
import { useAmountWithReason } from '../use-amount-with-reason.ts'

/** Holds an amount on the account that the page is about. Pressing the button several times holds it once. */
export function HoldDialog({ user, open, onClose }: DialogState & { user: UserDetailsView }) {
  const { available, currency } = user.account
  const { field, failure, isPending, typed, onSubmit, reasonField } = useAmountWithReason(
    `hold on ${userAccountKey(user)}`,
    holdForm,
    { defaultValues: { amount: '', liftsOn: '' } },
    {
      usualReasons: holdReasons,
      create: ({ amount, liftsOn }, { id: holdId, reason, signal }) =>
        call(endpoints.placeHold, {
          params: { id: user.id },
          query: { account: user.account.number },
          body: { holdId, amount: formatMinor(amount), liftsOn, reason },
          signal,
        }),
      texts: staffTexts.hold,
      onSuccess: onClose,
    },
  )
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Hold an amount"
      description="The customer sees that the bank holds it, without the reason, and cannot move it. Staff still can."
    >
      <form noValidate onSubmit={onSubmit} className="grid gap-field">
        <FailureNotice error={failure} />
        <MoneyInput
          label="Amount"
          currency={currency}
          echo="You are holding"
          typed={typed}
          hint={`Up to ${formatMoney(available, currency)}`}
          data-first-focus
          {...field('amount')}
        />
        {reasonField}
        <Input
          label="Lift on"
          type="date"
          optional
          hint="The bank lifts it at the start of this day"
          {...field('liftsOn')}
        />
        <DialogActions onCancel={onClose} action="Hold" busyLabel={staffTexts.hold.busy} isBusy={isPending} />
      </form>
    </Dialog>
  )
}
