import { accountOpeningForm } from '@bank/contract/accounts/form'
import { endpoints } from '@bank/contract/endpoints'
import { accountTypes, currencyOptions } from '@bank/contract/option-lists'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { announce } from '../api/announce.ts'
import { call } from '../api/call.ts'
import { hasActedBefore, type Intention, sendOnce, uncertainKey } from '../api/idempotency-key.ts'
import { fieldReasons, isProblem } from '../api/problem.ts'
import { requestTimeout } from '../api/request-outcome.ts'
import { useSignedIn } from '../sessions/session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Input } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'
import { RadioCards } from '../ui/radio-cards.tsx'
import { Select } from '../ui/select.tsx'
import { accountsQuery } from './accounts.ts'

/** Opens another account. Pressing the button several times opens one. */
export function OpenAccountDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Open an account"
      description="It is active at once. Your main account stays the same."
    >
      <OpeningForm onClose={onClose} />
    </Dialog>
  )
}

type Fields = Record<keyof z.output<typeof accountOpeningForm>, string>

function OpeningForm({ onClose }: { onClose: () => void }) {
  const { user } = useSignedIn()
  const client = useQueryClient()
  const intention: Intention = { person: user.id, purpose: 'account opening' }
  const { register, handleSubmit, formState, setError } = useForm<
    Fields,
    unknown,
    z.output<typeof accountOpeningForm>
  >({
    resolver: standardSchemaResolver(accountOpeningForm),
    defaultValues: { accountType: '', currency: '', name: '' },
  })
  const [isEarlierUncertain] = useState(() => uncertainKey(intention) !== null)
  const opening = useMutation({
    mutationFn: (form: z.output<typeof accountOpeningForm>) =>
      announce(
        sendOnce(intention, (openingId) =>
          call(endpoints.openAccount, { body: { ...form, openingId }, signal: requestTimeout() }),
        ),
        { busy: 'Opening account...', done: 'Account opened', failed: 'The account was not opened' },
        'account opening',
      ),
    onSuccess: (account) => {
      // Known before its pages are opened, which look for it in the list.
      client.setQueryData(accountsQuery.queryKey, (accounts) =>
        accounts?.some(({ number }) => number === account.number) ? accounts : accounts?.concat(account),
      )
      onClose()
    },
    onError: (error) => {
      for (const { field, reason } of fieldReasons(error))
        setError(field as keyof Fields, { message: reason }, { shouldFocus: true })
    },
    onSettled: () => client.invalidateQueries({ queryKey: accountsQuery.queryKey }),
  })
  const hasFormError = opening.error && fieldReasons(opening.error).length === 0
  const { errors } = formState
  return (
    <form noValidate onSubmit={handleSubmit((form) => opening.mutate(form))} className="grid gap-field">
      {isEarlierUncertain && opening.isIdle && (
        <Notice tone="pending">
          The bank did not answer when you last opened an account. The same account again is opened at most
          once.
        </Notice>
      )}
      {hasFormError && <Notice tone="failed">{adviceAfter(opening.error)}</Notice>}
      <Select
        label="Account type"
        placeholder="Choose a type"
        options={accountTypes}
        error={errors.accountType?.message}
        data-first-focus
        {...register('accountType')}
      />
      <RadioCards
        legend="Currency"
        options={currencyOptions}
        columns="three"
        error={errors.currency?.message}
        {...register('currency')}
      />
      <Input
        label="Name"
        optional
        hint="Only you see it, such as Savings."
        autoComplete="off"
        error={errors.name?.message}
        {...register('name')}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={opening.isPending} busyLabel="Opening…">
          Open account
        </Button>
      </div>
    </form>
  )
}

/** The advice after a failed opening whose error is about no field. */
function adviceAfter(error: unknown): string {
  if (hasActedBefore(error)) {
    return 'Your last attempt has opened an account with other values. It is in the list.'
  }
  return isProblem(error)
    ? error.detail
    : 'The bank has not answered. Try again: one account is opened at most.'
}
