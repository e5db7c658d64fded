import { endpoints } from '@bank/contract/endpoints'
import { messages } from '@bank/contract/messages'
import type { TransactionView } from '@bank/contract/views'
import { type Status, statuses } from '@bank/ledger/transaction-status'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { announce } from '../api/announce.ts'
import { call } from '../api/call.ts'
import { soon } from '../api/certainty.ts'
import { reasonOf } from '../api/problem.ts'
import { TypeText } from '../transactions/transaction-table.tsx'
import { Amount } from '../ui/amount.tsx'
import { Button } from '../ui/button.tsx'
import { buttonOfRow } from '../ui/data-table.tsx'
import { DateText } from '../ui/date-text.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { RadioCards } from '../ui/radio-cards.tsx'
import { closeOnceId, onceId, wasBookedBefore } from './once-id.ts'
import { Fact } from './staff-list.tsx'
import { refreshUsers } from './users.ts'

/** A transaction of a user whole, and the status it is to have. Null while none is open. */
export function StatusDialog({
  transaction,
  readOnly,
  onClose,
}: {
  transaction: TransactionView | null
  /** One's own transactions are for another administrator. */
  readOnly: boolean
  onClose: () => void
}) {
  // Once it closes there is no transaction to ask for its row.
  const shown = useRef('')
  if (transaction) shown.current = transaction.id
  return (
    <Dialog
      open={transaction !== null}
      onClose={onClose}
      title="Transaction status"
      returnTo={() => buttonOfRow(shown.current)}
    >
      {transaction && (
        <div className="grid gap-field">
          <TransactionFacts transaction={transaction} />
          {readOnly ? (
            <Notice tone="pending">This is your own account. Another administrator can change it.</Notice>
          ) : (
            <StatusForm key={transaction.id} transaction={transaction} onClose={onClose} />
          )}
        </div>
      )}
    </Dialog>
  )
}

function StatusForm({ transaction, onClose }: { transaction: TransactionView; onClose: () => void }) {
  const client = useQueryClient()
  const { register, handleSubmit } = useForm<{ status: Status }>({
    defaultValues: { status: transaction.status },
  })
  const change = useMutation({
    mutationFn: ({ status }: { status: Status }) => {
      const body = { changeId: onceId(purposeOf(status)), status }
      return announce(
        call(endpoints.setTransactionStatus, { params: { id: transaction.id }, body, signal: soon() }),
        messages.status,
      )
    },
    onSuccess: () => {
      // Also of what was asked for before and never answered: setting that status again is another change.
      for (const status of statuses) closeOnceId(purposeOf(status))
      void refreshUsers(client)
      onClose()
    },
    onError: (error, { status }) => {
      // The id is another administrator's, who asked in this window and had no answer: this change gets one of its own.
      if (wasBookedBefore(error)) closeOnceId(purposeOf(status))
    },
  })
  // A change that is not certain is asked for again under its own id; another status is another change.
  const purposeOf = (status: Status) => `status ${status} of ${transaction.id}`
  return (
    <form noValidate onSubmit={handleSubmit((form) => change.mutate(form))} className="grid gap-field">
      {change.error && <Notice tone="failed">{reasonOf(change.error)}</Notice>}
      <RadioCards
        legend="Status"
        columns="three"
        options={statuses.map((status) => ({ value: status, label: status }))}
        {...register('status')}
      />
      <p className="text-table text-muted-foreground">The customer sees this.</p>
      <Button type="submit" wide busy={change.isPending} busyLabel={messages.status.busy}>
        Save
      </Button>
    </form>
  )
}

function TransactionFacts({ transaction }: { transaction: TransactionView }) {
  const { type, amount, currency, description, createdAt } = transaction
  return (
    <dl className="grid gap-3 text-table">
      <Fact name="Amount">
        <Amount value={amount} currency={currency} type={type} /> (<TypeText type={type} />)
      </Fact>
      <Fact name="Description">
        <bdi className="wrap-anywhere">{description}</bdi>
      </Fact>
      <Fact name="Date">
        <DateText moment={createdAt} long />
      </Fact>
    </dl>
  )
}
