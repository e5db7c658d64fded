import { isWaitingAct } from '@bank/contract/admin/approvals/waiting-act'
import { reasonReaders } from '@bank/contract/admin/reason-reader'
import { statusReasons } from '@bank/contract/admin/transactions/usual-reasons'
import { endpoints } from '@bank/contract/endpoints'
import { messageOf, type Problem } from '@bank/contract/errors'
import { doneText, staffTexts } from '@bank/contract/toast-texts/staff'
import type { HistoryRow } from '@bank/contract/transactions/view'
import type { Kind } from '@bank/ledger/kind'
import { kinds } from '@bank/ledger/kinds'
import { needsReason, type Status, statuses } from '@bank/ledger/transaction-status'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { announce } from '../../api/announce.ts'
import { call } from '../../api/call.ts'
import { type Intention, sendOnce, settle, uncertainKey } from '../../api/idempotency-key.ts'
import { isProblem, reasonOf } from '../../api/problem.ts'
import { requestTimeout } from '../../api/request-outcome.ts'
import { DisputeForm } from '../../disputes/dispute-form.tsx'
import { TypeText } from '../../transactions/transaction-table.tsx'
import { Amount } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import { CopiedCode } from '../../ui/copied-code.tsx'
import { buttonOfRow } from '../../ui/data-table.tsx'
import { DateText } from '../../ui/date-text.tsx'
import { Dialog } from '../../ui/deferred-dialog.tsx'
import { Fact } from '../../ui/fact.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { useReason } from '../reason-field.tsx'
import { refreshPanel } from '../refresh-panel.ts'
import { useMay } from '../use-may.ts'
import { StatusEffect, useStatusPreview } from './status-effect.tsx'
import { StatusHistory } from './status-history.tsx'
import { TakingBackForm } from './taking-back-form.tsx'
import { undoStatuses } from './undo-statuses.ts'

/** A row of a list whose status is set: of a user's history, or of the transactions of all customers. */
type SettableTransaction = Pick<
  HistoryRow,
  | 'id'
  | 'transactionId'
  | 'kind'
  | 'beneficiary'
  | 'reference'
  | 'type'
  | 'amount'
  | 'currency'
  | 'description'
  | 'status'
  | 'createdAt'
>

/** Shows a user's transaction and sets its status. */
export function StatusDialog({
  open,
  transaction,
  readOnly,
  file,
  onClose,
  ...rest
}: {
  open: boolean
  /** A button that downloads the receipt, where the row is of one customer. */
  file?: ReactNode
  /** Null while the dialog is closed. */
  transaction: SettableTransaction | null
  /** The id of the administrator. */
  by: string
  /** Reads the transaction's present status; undefined when it is no longer on the page. Throws like `call`. */
  readAgain: () => Promise<Status | undefined>
  /** True for the administrator's own transactions, which only another administrator may change. */
  readOnly: boolean
  onClose: () => void
}) {
  // The row that takes the focus after closing, when `transaction` is null again.
  const shownId = useRef('')
  if (transaction) shownId.current = transaction.id
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Transaction status"
      returnTo={() => buttonOfRow(shownId.current)}
    >
      {transaction && (
        <div className="grid gap-field">
          <TransactionFacts transaction={transaction} readOnly={readOnly} />
          {file && <div>{file}</div>}
          {readOnly ? (
            <Notice tone="pending">This is your own account. Another administrator can change it.</Notice>
          ) : (
            <TransactionActs
              key={transaction.transactionId}
              transaction={transaction}
              onClose={onClose}
              {...rest}
            />
          )}
        </div>
      )}
    </Dialog>
  )
}

type FormProps = {
  transaction: SettableTransaction
  by: string
  readAgain: () => Promise<Status | undefined>
  onClose: () => void
}

/** What staff can do with a transaction: set its status, take back a part of a funding that has arrived, and dispute a payment for its customer. */
function TransactionActs(props: FormProps) {
  const { transaction, onClose } = props
  const [isTakingBack, setTakingBack] = useState(false)
  // The amount that can be disputed, while it is: a refusal may mean that by now there is none.
  const [disputed, setDisputed] = useState<string>()
  const { data: preview } = useStatusPreview(transaction.transactionId)
  const may = useMay()
  const client = useQueryClient()
  const { statusesAfter }: Kind = kinds[transaction.kind]
  if (statusesAfter.length === 1) {
    return (
      <Notice tone="pending">
        {transaction.kind === 'taking_back'
          ? 'This is final. What was taken back wrongly can be funded again.'
          : 'This is final. It follows from a dispute.'}
      </Notice>
    )
  }
  if (isTakingBack && preview) {
    return (
      <TakingBackForm
        funding={transaction}
        preview={preview}
        onCancel={() => setTakingBack(false)}
        onDone={onClose}
      />
    )
  }
  if (disputed) {
    return (
      <DisputeForm
        payment={{ id: transaction.transactionId, amount: disputed, currency: transaction.currency }}
        filesUnder="Support"
        send={(body, signal) =>
          call(endpoints.openDisputeOfUser, { params: { id: transaction.transactionId }, body, signal })
        }
        onCancel={() => setDisputed(undefined)}
        onDone={onClose}
        onSettled={() => void refreshPanel(client)}
      />
    )
  }
  return (
    <>
      {may('settle') ? (
        <StatusForm {...props} />
      ) : (
        <Notice tone="pending">Your role does not set statuses.</Notice>
      )}
      {may('fund') && transaction.kind === 'funding' && preview?.status === 'success' && (
        <Button look="quiet" onClick={() => setTakingBack(true)}>
          Take back a part of it
        </Button>
      )}
      {may('answer_messages') && preview?.disputable && transaction.type === 'debit' && (
        <Button look="quiet" onClick={() => setDisputed(preview.disputable!)}>
          Dispute for the customer
        </Button>
      )}
    </>
  )
}

function StatusForm({ transaction, by, readAgain, onClose }: FormProps) {
  const client = useQueryClient()
  const changeTo = (status: Status): Intention => ({
    person: by,
    purpose: `status ${status} of ${transaction.transactionId}`,
  })
  const change = useMutation({
    mutationFn: ({ status }: { status: Status }) =>
      announce(
        save(status),
        {
          ...staffTexts.status,
          done: (answer) => doneText(answer, staffTexts.status),
          undo: (answer) => (isWaitingAct(answer) ? undefined : undoOf(status)),
        },
        `status of ${transaction.transactionId}`,
      ),
    onSuccess: onClose,
    onError: (error) => {
      if (!isStatusChanged(error)) return
      noteRefusal(error.facts?.status as Status)
      void refreshPanel(client)
    },
  })
  const { shown, wasChanged, noteRefusal } = usePresentStatus(transaction.status)
  const preview = useStatusPreview(transaction.transactionId)
  // A change is saved after its effect was shown. Without an answer the effect is said to be unknown.
  const isPreviewing = preview.isFetching && preview.data?.status !== shown
  const { register, handleSubmit, control } = useForm<{ status: Status }>({
    defaultValues: { status: shown },
    // Until a status is chosen, the checked one follows the transaction.
    ...(change.isIdle && { values: { status: shown }, resetOptions: { keepDirtyValues: true } }),
  })
  const chosen = useWatch({ control, name: 'status' })
  const why = useReason(
    statusReasons(chosen, transaction.kind),
    reasonReaders.transaction_status_set[chosen],
    needsReason(shown, chosen),
  )

  /** Sets the status back; undefined where nothing changes. */
  function undoOf(wanted: Status) {
    if (wanted === shown) return undefined
    return () => void undoStatuses(client, wanted, [{ id: transaction.transactionId, seen: shown }])
  }

  async function save(wanted: Status) {
    const mayBeRepeat = uncertainKey(changeTo(wanted)) !== null
    const answer = await sendOnce(changeTo(wanted), async (changeId) => {
      const body = { changeId, status: wanted, seen: shown, reason: why.reason }
      const params = { id: transaction.transactionId }
      const set = await call(endpoints.setTransactionStatus, { params, body, signal: requestTimeout() })
      if (isWaitingAct(set)) return set
      // A repeat gets the first answer again, even if the status has been changed since.
      return mayBeRepeat ? readAgain() : wanted
    })
    // An unanswered change to another status is settled: setting that status again is a new change.
    for (const status of statuses) settle(changeTo(status))
    void refreshPanel(client)
    if (answer && !isWaitingAct(answer) && answer !== wanted) {
      throw { wanted, now: answer } satisfies Overtaken
    }
    return answer
  }

  return (
    <form
      noValidate
      onSubmit={handleSubmit((form) => !isPreviewing && why.isRight() && change.mutate(form))}
      className="grid gap-field"
    >
      {change.error && !isStatusChanged(change.error) && (
        <Notice tone="failed">
          {isOvertaken(change.error) ? overtakenText(change.error) : reasonOf(change.error)}
        </Notice>
      )}
      {wasChanged && (
        <Notice tone="pending">{messageOf('status_changed', { status: shown })}. Save to set another.</Notice>
      )}
      <RadioCards
        legend="Status"
        columns="three"
        options={statuses.map((status) => ({ value: status, label: status }))}
        {...register('status')}
      />
      {why.field}
      <StatusEffect transaction={transaction} shown={shown} chosen={chosen} />
      <p className="text-table text-muted-foreground">
        {transaction.kind === 'transfer_inside' ? 'Both customers see this.' : 'The customer sees this.'}
      </p>
      <Button
        type="submit"
        wide
        busy={change.isPending || isPreviewing}
        busyLabel={isPreviewing ? 'Loading…' : staffTexts.status.busy}
      >
        Save
      </Button>
    </form>
  )
}

/**
 * The transaction's present status: as the page has read it, or newer from a refusal. `wasChanged` is true once it differs from
 * the status with which the dialog opened.
 */
function usePresentStatus(read: Status) {
  const [opened] = useState(read)
  const [refusal, setRefusal] = useState<{ read: Status; now: Status }>()
  const shown = refusal?.read === read ? refusal.now : read
  return {
    shown,
    wasChanged: shown !== opened || refusal !== undefined,
    noteRefusal: (now: Status) => setRefusal({ read, now }),
  }
}

function isStatusChanged(error: unknown): error is Problem {
  return isProblem(error) && error.code === 'status_changed'
}

/** Thrown when a repeated change was made by its first attempt and replaced since: the repeat changed nothing. */
type Overtaken = { readonly wanted: Status; readonly now: Status }

function isOvertaken(error: unknown): error is Overtaken {
  return typeof error === 'object' && error !== null && 'wanted' in error
}

function overtakenText({ wanted, now }: Overtaken): string {
  return `You set this transaction to ${wanted}, and it has been changed to ${now} since. Save again to set it to ${wanted}.`
}

function TransactionFacts({
  transaction,
  readOnly,
}: {
  transaction: SettableTransaction
  readOnly: boolean
}) {
  const { transactionId, type, amount, currency, description, reference, beneficiary, createdAt } =
    transaction
  return (
    <dl className="grid gap-3 text-table">
      <Fact name="Amount">
        <Amount value={amount} currency={currency} type={type} /> (<TypeText type={type} />)
      </Fact>
      {beneficiary ? (
        <PayeeFacts payee={beneficiary} />
      ) : (
        <Fact name="Description">
          <bdi>{description}</bdi>
        </Fact>
      )}
      {reference && (
        <Fact name="Reference">
          <bdi>{reference}</bdi>
        </Fact>
      )}
      <Fact name="Date">
        <DateText moment={createdAt} time />
      </Fact>
      <Fact name="Transaction ID">
        <CopiedCode code={transactionId} label="Copy transaction ID" />
      </Fact>
      {!readOnly && <StatusHistory transactionId={transactionId} />}
    </dl>
  )
}

function PayeeFacts({ payee }: { payee: NonNullable<SettableTransaction['beneficiary']> }) {
  const { accountName, accountNumber, bankName, bankAddress, swiftCode, routingNumber } = payee
  return (
    <Fact name="Payee">
      <bdi>{accountName}</bdi>, <bdi>{accountNumber}</bdi>
      <span className="block text-caption text-muted-foreground">
        <bdi>{bankName}</bdi>, <bdi>{bankAddress}</bdi>, SWIFT <bdi>{swiftCode}</bdi>, routing{' '}
        <bdi>{routingNumber}</bdi>
      </span>
    </Fact>
  )
}
