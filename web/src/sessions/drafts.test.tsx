import type { SessionView } from '@bank/contract/sessions/view'
import { act, cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactElement, useState } from 'react'
import { useForm } from 'react-hook-form'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { alice, stubbedBank, visit } from '../../test/stubbed-bank.tsx'
import { userDetails } from '../../test/user-details.ts'
import { FundingDialog } from '../admin/transactions/funding-dialog.tsx'
import { CreateUserPage } from '../admin/users/create-user-page.tsx'
import { PinForm } from '../pins/pin-form.tsx'
import { RegisterPage } from '../registration/register-page.tsx'
import { PasswordForm } from '../settings/password-form.tsx'
import { SupportPage } from '../support/support-page.tsx'
import { TransferPage } from '../transfers/transfer-page.tsx'
import { useDraft, useKeptDraft } from './drafts.ts'
import { dropDraft, dropDrafts } from './kept-drafts.ts'
import { beginSession, endSession, useSession } from './session.ts'
import { useSignOut } from './sign-out.ts'

type Fields = { name: string; pin: string }

function Letter() {
  const typed = useKeptDraft<Fields>('letter')
  const { register, getValues } = useForm<Fields>({ defaultValues: { name: '', pin: '', ...typed } })
  useDraft('letter', getValues, ['pin'])
  return (
    <>
      <input aria-label="Name" {...register('name')} />
      <input aria-label="PIN" {...register('pin')} />
    </>
  )
}

/** Like the gate: the form is mounted while the user is signed in and has not gone to another page. */
function Gated() {
  const { data } = useSession()
  return data?.session ? <SignedIn /> : <p>Welcome Back</p>
}

function SignedIn() {
  const { signOut } = useSignOut()
  const [isElsewhere, setElsewhere] = useState(false)
  return (
    <>
      {!isElsewhere && <Letter />}
      <button type="button" onClick={() => setElsewhere(true)}>
        Dashboard
      </button>
      <button type="button" onClick={signOut}>
        Logout
      </button>
    </>
  )
}

function signedIn(id: string): SessionView {
  const { name, email, role } = alice()
  return {
    user: { id, name, email, role },
    signedInAt: '2026-01-01T00:00:00.000Z',
    idleEndsAt: '2099-01-01T00:00:00.000Z',
    elevatedUntil: null,
    temporarySecrets: null,
    lacksSecondFactor: false,
  }
}

function openAsAlice() {
  const { client } = visit('/', <Gated />)
  act(() => beginSession(client, signedIn('alice')))
  return client
}

async function typeAsAlice() {
  const client = openAsAlice()
  await userEvent.type(await screen.findByLabelText('Name'), 'Erik Holm')
  await userEvent.type(screen.getByLabelText('PIN'), '4821')
  return {
    end: async () => {
      act(() => endSession(client))
      await screen.findByText('Welcome Back')
    },
    press: (name: string) => userEvent.click(screen.getByRole('button', { name })),
    signIn: (id: string) => act(() => beginSession(client, signedIn(id))),
  }
}

async function shown() {
  const value = async (label: string) => ((await screen.findByLabelText(label)) as HTMLInputElement).value
  return { name: await value('Name'), pin: await value('PIN') }
}

beforeEach(() => {
  const { fetch } = stubbedBank({
    // The test sets the session.
    'GET /api/sessions/current': () => new Promise(() => {}),
    'GET /api/me': () => alice(),
    'GET /api/countries': () => [],
    'GET /api/beneficiaries': () => ({ beneficiaries: [] }),
    'DELETE /api/sessions/current': () => new Response(null, { status: 204 }),
  })
  vi.stubGlobal('fetch', fetch)
})

afterEach(() => {
  dropDrafts()
})

describe('a draft', () => {
  test('a form left when the session ended is filled in again after the sign-in, without the PIN', async () => {
    const { end, signIn } = await typeAsAlice()
    await end()
    signIn('alice')
    expect(await shown()).toEqual({ name: 'Erik Holm', pin: '' })
  })

  test('a form left when the session ended is not shown to the next user', async () => {
    const { end, signIn } = await typeAsAlice()
    await end()
    signIn('bruno')
    expect(await shown()).toEqual({ name: '', pin: '' })
  })

  for (const [whence, pressed] of [
    ['the form itself', ['Logout']],
    ['another page', ['Dashboard', 'Logout']],
  ] as const) {
    test(`a logout from ${whence} leaves no draft`, async () => {
      const { press, signIn } = await typeAsAlice()
      for (const name of pressed) await press(name)
      await screen.findByText('Welcome Back')
      signIn('alice')
      expect(await shown()).toEqual({ name: '', pin: '' })
    })
  }

  for (const sent of [false, true]) {
    const left = sent ? 'sent' : 'left'
    test(`a draft is not shown to a visitor, and a visitor's own draft that is ${left} does not replace it`, async () => {
      const { end } = await typeAsAlice()
      await end()
      cleanup()
      visit('/letter', <Letter />)
      expect(await shown()).toEqual({ name: '', pin: '' })
      await userEvent.type(screen.getByLabelText('Name'), 'A visitor')
      if (sent) dropDraft('letter')
      cleanup()
      openAsAlice()
      expect((await shown()).name).toBe('Erik Holm')
    })
  }

  test('a draft is dropped once another user has signed in', async () => {
    const { end, signIn } = await typeAsAlice()
    await end()
    signIn('bruno')
    await end()
    signIn('alice')
    expect(await shown()).toEqual({ name: '', pin: '' })
  })

  test('the draft of a visitor belongs to the user who signs in', async () => {
    visit('/letter', <Letter />)
    await userEvent.type(screen.getByLabelText('Name'), 'Erik Holm')
    cleanup()
    openAsAlice()
    expect((await shown()).name).toBe('Erik Holm')
    cleanup()
    visit('/letter', <Letter />)
    expect((await shown()).name).toBe('')
  })

  test('a form that was sent leaves no draft', async () => {
    const { end, signIn } = await typeAsAlice()
    dropDraft('letter')
    await end()
    signIn('alice')
    expect(await shown()).toEqual({ name: '', pin: '' })
  })
})

describe('a draft is filled in again without its secrets in', () => {
  const person = { Name: 'Erik Holm', City: 'Oslo' }
  const forms: [string, () => ReactElement, Record<string, string>, string[]][] = [
    [
      'the transfer',
      () => <TransferPage />,
      { 'Account name': 'Erik Holm', Amount: '12.50' },
      ['Transaction PIN'],
    ],
    ['the message to support', () => <SupportPage />, { Subject: 'My card', Message: 'It is gone.' }, []],
    ['the registration', () => <RegisterPage />, person, ['Password', 'Transaction PIN']],
    ['the user an administrator creates', () => <CreateUserPage />, person, ['Password', 'Transaction PIN']],
    [
      'a funding',
      () => <FundingDialog user={userDetails()} open onClose={() => {}} />,
      { Amount: '50.00' },
      [],
    ],
    ['the change of a password', () => <PasswordForm />, {}, ['New password', 'Confirm password']],
    ['the change of a PIN', () => <PinForm />, {}, ['Current PIN', 'New PIN']],
  ]
  for (const [what, form, plain, secret] of forms) {
    test(`the draft of ${what} is filled in again without its secrets`, async () => {
      visit('/form', form(), '/form', alice())
      for (const [label, text] of Object.entries(plain)) await userEvent.type(await field(label), text)
      for (const label of secret) await userEvent.type(await field(label), '48213975')
      cleanup()
      visit('/form', form(), '/form', alice())
      for (const [label, text] of Object.entries(plain)) expect((await field(label)).value).toBe(text)
      for (const label of secret) expect((await field(label)).value).toBe('')
    })
  }

  function field(label: string): Promise<HTMLInputElement> {
    return screen.findByLabelText(label, { selector: 'input, textarea' })
  }
})
