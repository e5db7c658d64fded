import { reasonReaders } from '@bank/contract/admin/reason-reader'
import { statusReasons } from '@bank/contract/admin/transactions/usual-reasons'
import type { ListedTransaction } from '@bank/contract/admin/transactions/view'
import { formatMoney } from '@bank/contract/format-money'
import { groupThousands } from '@bank/contract/group-thousands'
import { timeOrderedId } from '@bank/contract/time-ordered-id'
import { staffTexts } from '@bank/contract/toast-texts/staff'
import { needsReason, type Status, statuses } from '@bank/ledger/transaction-status'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Dialog } from '../../ui/deferred-dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { replacingId, toast } from '../../ui/toast.ts'
import { useReason } from '../reason-field.tsx'
import { refreshPanel } from '../refresh-panel.ts'
import { sumsOf } from './selected-sums.ts'
import { type Change, setStatuses, type Unchanged } from './set-statuses.ts'
import { countText, tellUnchanged, undoStatuses } from './undo-statuses.ts'

/** Sets the status of a selection: first what it is and what it adds up to, then what the bank refused and why. */
export function StatusesDialog({
  open,
  transactions,
  onClose,
  onDone,
}: {
  open: boolean
  transactions: readonly ListedTransaction[]
  onClose: () => void
  /** Called with the selection when the changes that the bank could make are made. */
  onDone: (transactions: readonly ListedTransaction[]) => void
}) {
  return (
    <Dialog open={open} onClose={onClose} title="Set status">
      {open && <StatusesForm selected={transactions} onClose={onClose} onDone={onDone} />}
    </Dialog>
  )
}

function StatusesForm({
  selected,
  onClose,
  onDone,
}: {
  selected: readonly ListedTransaction[]
  onClose: () => void
  onDone: (transactions: readonly ListedTransaction[]) => void
}) {
  const client = useQueryClient()
  // The selection is emptied when it is done: the report is about what it was.
  const [transactions] = useState(selected)
  const { register, control } = useForm<{ status: Status }>({ defaultValues: { status: 'success' } })
  const status = useWatch({ control, name: 'status' })
  const [done, setDone] = useState(0)
  const [unchanged, setUnchanged] = useState<readonly Unchanged[]>()
  const changeIds = useRef(new Map<string, string>())
  const isShown = useIsShown()
  const changing = transactions.filter((each) => each.status !== status && !each.isOwn)
  const isReasonNeeded = changing.some((each) => needsReason(each.status, status))
  const why = useReason(statusReasons(status), reasonReaders.transaction_status_set[status], isReasonNeeded)
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      // What is tried again has the same ids.
      const again = unchanged && new Set(unchanged.filter((each) => each.mayBeRepeated).map(({ id }) => id))
      const changes = changing
        .filter(({ id }) => !again || again.has(id))
        .map(({ id, status: seen }) => ({ id, seen, changeId: idOf(changeIds.current, id) }))
      const refused = await setStatuses({ status, reason: why.reason }, changes, setDone)
      return { changes, refused, final: unchanged?.filter((each) => !each.mayBeRepeated) ?? [] }
    },
    onSuccess: ({ changes, refused, final }) => {
      const refusedIds = new Set(refused.map(({ id }) => id))
      const made = changes.filter(({ id }) => !refusedIds.has(id))
      if (made.length > 0) offerUndo(client, status, made)
      void refreshPanel(client)
      const report = [...final, ...refused]
      setUnchanged(report)
      if (report.length > 0 && isShown()) return
      onDone(transactions)
      if (isShown()) onClose()
      else if (report.length > 0) tellUnchanged(report, 'changed')
    },
  })
  const mayRepeat = unchanged?.some((each) => each.mayBeRepeated) ?? true
  function end() {
    if (unchanged) onDone(transactions)
    onClose()
  }
  return (
    <div className="grid gap-field">
      {unchanged === undefined ? (
        <>
          <RadioCards
            legend="New status"
            columns="three"
            options={statuses.map((value) => ({ value, label: value }))}
            {...register('status')}
          />
          {why.field}
          <Preview transactions={transactions} changing={changing} status={status} />
        </>
      ) : (
        <Report unchanged={unchanged} transactions={transactions} />
      )}
      {isPending && (
        <p className="text-table text-muted-foreground">
          {groupThousands(String(done))} of {groupThousands(String(changing.length))} done
        </p>
      )}
      <DialogActions
        onCancel={end}
        cancel={unchanged ? 'Close' : 'Cancel'}
        action={mayRepeat && changing.length > 0 && (unchanged ? 'Try again' : `Set to ${status}`)}
        busyLabel={staffTexts.status.busy}
        isBusy={isPending}
        onAct={() => why.isRight() && mutate()}
      />
    </div>
  )
}

/** Whether the form is shown: a long selection goes on after its dialog was closed. */
function useIsShown(): () => boolean {
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return () => isShown.current
}

function idOf(ids: Map<string, string>, transactionId: string): string {
  const id = ids.get(transactionId) ?? timeOrderedId(new Date())
  ids.set(transactionId, id)
  return id
}

function Preview({
  transactions,
  changing,
  status,
}: {
  transactions: readonly ListedTransaction[]
  changing: readonly ListedTransaction[]
  status: Status
}) {
  const ownCount = transactions.filter(({ isOwn }) => isOwn).length
  const sameCount = transactions.filter((each) => !each.isOwn && each.status === status).length
  return (
    <div role="status" className="grid gap-2 text-table">
      <p className="text-label">
        {changing.length === 0
          ? 'No transaction changes.'
          : `${countText(changing.length)} to ${status}: ${sumsOf(changing)}`}
      </p>
      {sameCount > 0 && (
        <p className="text-muted-foreground">
          {countText(sameCount)} {sameCount === 1 ? 'is' : 'are'} {status} already.
        </p>
      )}
      {ownCount > 0 && (
        <p className="text-muted-foreground">
          {countText(ownCount)} of your own {ownCount === 1 ? 'stays' : 'stay'} as before: another
          administrator can set the status.
        </p>
      )}
      <p className="text-muted-foreground">
        Each is a change of its own. What has changed meanwhile is refused. The customers see this.
      </p>
    </div>
  )
}

// A longer list is told by its reasons: its rows are in the list of transactions again.
const reportedMax = 100

/** What was not changed, with the reasons; of very many the first ones. */
function Report({
  unchanged,
  transactions,
}: {
  unchanged: readonly Unchanged[]
  transactions: readonly ListedTransaction[]
}) {
  const byId = new Map(transactions.map((each) => [each.id, each]))
  return (
    <div className="grid gap-3">
      <Notice tone="failed">{countText(unchanged.length)} not changed</Notice>
      {unchanged.length > reportedMax && (
        <div className="grid gap-2 text-table">
          {[...Map.groupBy(unchanged, ({ reason }) => reason)].map(([reason, rows]) => (
            <p key={reason} className="wrap-anywhere">
              {countText(rows.length)}: {reason}
            </p>
          ))}
          <p className="text-muted-foreground">The first {reportedMax} of them:</p>
        </div>
      )}
      <ul aria-label="Not changed" className="grid max-h-80 gap-2 overflow-y-auto text-table">
        {unchanged.slice(0, reportedMax).map(({ id, reason }) => {
          const { user, amount, currency } = byId.get(id)!
          return (
            <li key={id} className="wrap-anywhere">
              <bdi>{user.name}</bdi>, {formatMoney(amount, currency)}: {reason}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** Says what was set. Undo sets each transaction back to the status that it had, unless it has changed since. */
function offerUndo(client: QueryClient, status: Status, made: readonly Change[]): void {
  toast.success(`${countText(made.length)} set to ${status}`, {
    id: replacingId('statuses'),
    action: { label: 'Undo', onClick: () => void undoStatuses(client, status, made) },
  })
}
