import { accountOpeningForm } from '@bank/contract/accounts/form'
import { endpoints } from '@bank/contract/endpoints'
import { type AccountType, accountTypes, currencyOptions } from '@bank/contract/option-lists'
import { useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import type { Advice } from '../api/advice-after.ts'
import { call } from '../api/call.ts'
import { FailureNotice } from '../api/failure-notice.tsx'
import { useCreateOnce } from '../sessions/use-create-once.ts'
import { Dialog } from '../ui/deferred-dialog.tsx'
import { DialogActions } from '../ui/dialog-actions.tsx'
import type { DialogState } from '../ui/dialog-props.ts'
import { Input } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'
import { RadioCards } from '../ui/radio-cards.tsx'
import { Select } from '../ui/select.tsx'
import { accountTypeHints } from './account-type-hints.ts'
import { accountsQuery, isOpen, useAccounts } from './accounts.ts'

/** Opens another account. Pressing the button several times opens one. */
export function OpenAccountDialog({ open, onClose }: DialogState) {
  const client = useQueryClient()
  const { data: accounts = [] } = useAccounts()
  const { field, form, onSubmit, failure, isPending, mayRepeat } = useCreateOnce(
    'account opening',
    accountOpeningForm,
    { defaultValues: { accountType: '', currency: '', name: '' } },
    {
      create: (form, openingId, signal) =>
        call(endpoints.openAccount, { body: { ...form, openingId }, signal }),
      texts: { busy: 'Opening account...', done: 'Account opened', failed: 'The account was not opened' },
      onSuccess: (account) => {
        // Known before its pages are opened, which look for it in the list.
        client.setQueryData(accountsQuery.queryKey, (accounts) =>
          accounts?.some(({ number }) => number === account.number) ? accounts : accounts?.concat(account),
        )
        onClose()
      },
      onSettled: () => client.invalidateQueries({ queryKey: accountsQuery.queryKey }),
    },
  )
  const [currency, accountType] = useWatch({ control: form.control, name: ['currency', 'accountType'] })
  const isForeign = currency !== '' && accounts.filter(isOpen).every((one) => one.currency !== currency)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Open an account"
      description="You can use it right away. Your main account doesn’t change."
    >
      <form noValidate onSubmit={onSubmit} className="grid gap-field">
        {mayRepeat && (
          <Notice tone="pending">
            The bank did not answer when you last opened an account. The same account again is opened at most
            once.
          </Notice>
        )}
        <FailureNotice error={failure} advice={advice} />
        <Select
          label="Account type"
          placeholder="Choose a type"
          options={accountTypes}
          hint={accountType && accountTypeHints[accountType as AccountType]}
          data-first-focus
          {...field('accountType')}
        />
        <RadioCards legend="Currency" options={currencyOptions} columns="three" {...field('currency')} />
        <div role="status">{isForeign && <ForeignNotice currency={currency} />}</div>
        <Input
          label="Name"
          optional
          hint="For example “Savings”. Only you see this name."
          autoComplete="off"
          {...field('name')}
        />
        <DialogActions onCancel={onClose} action="Open account" busyLabel="Opening…" isBusy={isPending} />
      </form>
    </Dialog>
  )
}

/** What an account in a currency that the customer has no other account in can do, before it is opened. */
function ForeignNotice({ currency }: { currency: string }) {
  return (
    <Notice tone="pending" isAnnounced>
      Only payments in {currency} can fill this account, and it can send to accounts in {currency} only. We
      don’t exchange money: you can’t move any between it and your other accounts.
    </Notice>
  )
}

const advice: Advice = {
  opening_id_reused: 'Your last attempt has opened an account with other values. It is in the list.',
  no_answer: 'The bank has not answered. Try again: one account is opened at most.',
}
