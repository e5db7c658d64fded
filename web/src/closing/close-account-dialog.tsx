import type { AccountView } from '@bank/contract/accounts/view'
import { endpoints } from '@bank/contract/endpoints'
import { formatMoney } from '@bank/contract/format-money'
import { linkTo } from '@bank/contract/pages'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { accountName } from '../accounts/account-name.tsx'
import { accountOptions } from '../accounts/account-options.ts'
import { openBeside, partnersOf } from '../accounts/accounts.ts'
import { signInEndAfter } from '../accounts/closing-day.ts'
import type { Advice } from '../api/advice-after.ts'
import { bankNow } from '../api/bank-clock.ts'
import { call } from '../api/call.ts'
import { choiceOf } from '../api/chosen-account.ts'
import { FailureNotice } from '../api/failure-notice.tsx'
import { refreshPots } from '../pots/pots.ts'
import { useConfirmation } from '../sessions/use-confirmation.tsx'
import { refreshMoney } from '../transactions/transactions.ts'
import { Dialog } from '../ui/deferred-dialog.tsx'
import { DialogActions } from '../ui/dialog-actions.tsx'
import { useAmountsHidden } from '../ui/hidden-amounts.ts'
import { Select } from '../ui/select.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ClosingObstacles, useClosingObstacles } from './closing-obstacles.tsx'
import { EndedSchedules, useSchedulesOfAccount } from './ended-schedules.tsx'

type Props = { account: AccountView; accounts: readonly AccountView[]; onClose: () => void }

/** Asks whether to close an account and where its money goes, or says what must happen before. */
export function CloseAccountDialog({ open, account, accounts, onClose }: Props & { open: boolean }) {
  const client = useQueryClient()
  const { confirmed, isAsking, dialog } = useConfirmation()
  const { number } = account
  const partners = partnersOf(account, accounts)
  const [chosen, setTo] = useState<string>()
  // The chosen one may have been closed elsewhere.
  const { number: to } = partners.find((partner) => partner.number === chosen) ?? partners[0] ?? {}
  const closing = useMutation({
    mutationFn: (to: string | undefined) =>
      confirmed(() => call(endpoints.closeAccount, { params: { number }, body: { to } }), texts),
    onSuccess: onClose,
    // What is on it, or what keeps it open, may have changed.
    onSettled: () => {
      refreshMoney(client)
      void refreshPots(client)
    },
  })
  const leave = () => {
    closing.reset()
    onClose()
  }
  return (
    <>
      <Dialog
        // The confirmation takes its place.
        open={open && !isAsking}
        onClose={leave}
        shape="alert"
        // The name is isolated from what follows it, in either writing direction.
        title={`Close \u2068${accountName(account)}\u2069?`}
        // The button that opened it goes with the account.
        returnTo={() =>
          closing.isSuccess ? document.querySelector<HTMLElement>('[data-page-heading]') : null
        }
        description={consequenceOf(account, accounts)}
      >
        <Closing
          account={account}
          accounts={accounts}
          rest={<Rest account={account} partners={partners} to={to} onChoose={setTo} />}
          canMoveRest={to !== undefined}
          error={closing.error}
          isClosing={closing.isPending}
          onConfirm={() => closing.mutate(account.balance === '0.00' ? undefined : to)}
          onClose={leave}
        />
      </Dialog>
      {dialog}
    </>
  )
}

const texts = {
  busy: 'Closing account...',
  done: 'Account closed',
  failed: 'The account was not closed',
}

function consequenceOf(account: AccountView, accounts: readonly AccountView[]): string {
  const what = 'Only the bank can reopen it. Its transactions and statements stay.'
  if (openBeside(account, accounts).length > 0) return what
  return `${what} It is your last account: you can log in for 30 days more, until ${signInEndAfter(new Date(bankNow()))}.`
}

const advice: Advice = {
  confirm_required: 'The account was not closed. To close it, confirm that it’s you.',
}

function Closing({
  account,
  accounts,
  rest,
  canMoveRest,
  error,
  isClosing,
  onConfirm,
  onClose,
}: Props & {
  rest: ReactNode
  canMoveRest: boolean
  error: unknown
  isClosing: boolean
  onConfirm: () => void
}) {
  const obstacles = useClosingObstacles(account, accounts)
  const isEmpty = account.balance === '0.00'
  const { ended, isAwaited } = useSchedulesOfAccount(account, accounts)
  const isFree = !isAwaited && obstacles?.length === 0
  return (
    <>
      <FailureNotice error={error} advice={advice} />
      {!obstacles || (isAwaited && obstacles.length === 0) ? (
        <Skeleton className="h-24" />
      ) : (
        <ClosingObstacles obstacles={obstacles} />
      )}
      {isFree && !isEmpty && rest}
      {isFree && <EndedSchedules ended={ended} />}
      <DialogActions
        onCancel={onClose}
        isCancelFirst
        action={isFree && (isEmpty || canMoveRest) && 'Close account'}
        busyLabel="Closing…"
        isBusy={isClosing}
        look="destructive"
        onAct={onConfirm}
      />
    </>
  )
}

/** Where the money that is left goes: to another account of the customer, or first to someone else. */
function Rest({
  account,
  partners,
  to,
  onChoose,
}: {
  account: AccountView
  partners: readonly AccountView[]
  to: string | undefined
  onChoose: (number: string) => void
}) {
  const isHidden = useAmountsHidden()
  const rest = isHidden ? 'the rest' : formatMoney(account.balance, account.currency)
  const transfer = (
    <Link to={linkTo('transfer', { account: choiceOf(account) })} className="link-alone">
      New transfer
    </Link>
  )
  if (partners.length === 0) {
    return (
      <div className="grid justify-items-start gap-1">
        <p>
          This account still has {isHidden ? 'money' : rest}, and you have no other account in{' '}
          {account.currency}. Send it to someone first.
        </p>
        {transfer}
      </div>
    )
  }
  return (
    <div className="grid gap-2">
      <Select
        label={`Move ${rest} to`}
        name="to"
        options={accountOptions(partners, isHidden)}
        value={to}
        onChange={({ target }) => onChoose(target.value)}
      />
      <p className="text-table text-muted-foreground">
        Or send it to someone else before you close the account.
      </p>
      <p>{transfer}</p>
    </div>
  )
}
