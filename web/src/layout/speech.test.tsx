import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { listen } from '../../test/speech.ts'
import { alice, refused, stubbedBank, toErik, visit } from '../../test/stubbed-bank.tsx'
import { stubSockets } from '../../test/stubbed-socket.ts'
import { PasscodeSettingsPage } from '../admin/passcode/passcode-settings-page.tsx'
import { announce } from '../api/announce.ts'
import { AccountSummary } from '../dashboard/account-summary.tsx'
import { SignInPage } from '../sessions/sign-in-page.tsx'
import { SupportPage } from '../support/support-page.tsx'
import { History } from '../transactions/history.tsx'
import { toast } from '../ui/toast.ts'
import { ToasterSurface } from '../ui/toaster.tsx'
import { LiveUpdates } from './live-updates.tsx'

let speech: ReturnType<typeof listen>

beforeEach(() =>
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} })),
)
afterEach(() => speech.stop())

/** Opens a page with these answers of the bank and the toasts, and listens from then on. */
function open(page: ReactElement, answers: Parameters<typeof stubbedBank>[0] = {}, path = '/page') {
  vi.stubGlobal(
    'fetch',
    stubbedBank({ 'GET /api/sessions/current': () => ({ session: null }), ...answers }).fetch,
  )
  const visited = visit(
    path,
    <>
      {page}
      <ToasterSurface theme="light" />
    </>,
  )
  speech = listen()
  return visited
}

/** All announced texts, once these are among them. */
async function announced(...texts: string[]): Promise<string[]> {
  await waitFor(() => expect(speech.announced()).toEqual(expect.arrayContaining(texts)))
  return [...speech.announced()]
}

const areDifferent = (texts: string[]) => new Set(texts).size === texts.length

describe('a toast is announced once', () => {
  test('a toast of a success and one of a failure are announced once', async () => {
    open(<p>The page</p>)
    act(() => toast.success('Account number copied to clipboard'))
    act(() => toast.error('Insufficient balance', { description: 'There is no money in the account yet.' }))
    expect(await announced('Account number copied to clipboard', 'Insufficient balance')).toSatisfy(
      areDifferent,
    )
  })

  test('a request is announced once while it is running and once when it is done', async () => {
    open(<p>The page</p>)
    const work = Promise.resolve('done')
    act(() => void announce(work, { busy: 'Logging in...', done: 'Logged in successfully' }))
    expect(await announced('Logging in...', 'Logged in successfully')).toSatisfy(areDifferent)
  })

  test('a toast that changes its text is announced once for each text', async () => {
    open(<p>The page</p>)
    act(() => toast.loading('Transferring funds...', { id: 'transfer' }))
    expect(await announced('Transferring funds...')).toSatisfy(areDifferent)
    act(() => toast.success('Funds transfer request sent', { id: 'transfer' }))
    expect(await announced('Funds transfer request sent')).toSatisfy(areDifferent)
  })
})

describe('a failure is announced once by its toast and once, in other words, by the page', () => {
  test('a failed sign-in is announced once by its toast and once by the page', async () => {
    open(<SignInPage />, { 'POST /api/sessions': () => refused('credentials_invalid') })
    await userEvent.type(screen.getByLabelText('Email'), 'alice@example.com')
    await userEvent.type(screen.getByLabelText('Password'), 'correct horse')
    await userEvent.click(screen.getByRole('button', { name: 'Login' }))
    expect(
      await announced(
        'Invalid credentials. Please check the email and password.',
        'Check your email and password, then try again.',
      ),
    ).toSatisfy(areDifferent)
  })

  test('a failed change of the passcode is announced once by its toast and once by the page', async () => {
    open(<PasscodeSettingsPage />, { 'PUT /api/admin/passcode': () => refused('busy') })
    await userEvent.type(screen.getByLabelText('New passcode'), 'a new passcode')
    await userEvent.click(screen.getByRole('button', { name: 'Update passcode' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Change passcode' }))
    expect(
      await announced(
        'The bank is busy. Try again in a moment',
        'The passcode was not changed. The old one still opens the panel.',
      ),
    ).toSatisfy(areDifferent)
  })

  test('a failed message to support, which has no toast, is announced once', async () => {
    open(<SupportPage />, { 'POST /api/support-messages': () => refused('busy') })
    await userEvent.type(await screen.findByLabelText('Email'), 'alice@example.com')
    await userEvent.type(screen.getByLabelText('Subject'), 'My card')
    await userEvent.type(screen.getByLabelText('Message'), 'It is gone.')
    await userEvent.click(screen.getByRole('button', { name: 'Send message' }))
    expect(await announced('The bank is busy. Try again in a moment')).toSatisfy(areDifferent)
  })

  test('a history that failed to load is announced once by its toast and once by the page', async () => {
    open(<History />, { 'GET /api/transactions': () => refused('busy') }, '/transactions')
    expect(await announced('Error fetching transactions', 'Your transactions could not be loaded')).toSatisfy(
      areDifferent,
    )
  })
})

test('a copied account number is announced once', async () => {
  vi.stubGlobal('navigator', { clipboard: { writeText: async () => {} }, onLine: true })
  open(<AccountSummary account={alice().account} />)
  fireEvent.click(screen.getByRole('button', { name: 'Copy account number' }))
  expect(await announced('Account number copied to clipboard')).toSatisfy(areDifferent)
  expect(speech.announced().filter((text) => /cop/i.test(text))).toHaveLength(1)
})

test('new activity is announced once, also where the page offers to show it', async () => {
  const sockets = stubSockets()
  const page = { transactions: [toErik()], firstRow: 21, total: 40, nextCursor: null }
  open(
    <>
      <LiveUpdates />
      <History />
    </>,
    { 'GET /api/transactions': () => page },
    '/transactions?cursor=second',
  )
  await screen.findByRole('button', { name: /Erik Holm.*details/ })
  const id = '0198c0de-0000-4000-8000-000000000009'
  act(() => {
    sockets[0]!.open()
    sockets[0]!.say({ type: 'changed', changes: [{ collection: 'transactions', id }] })
  })
  expect(await screen.findByText('New activity')).toBeDefined()
  expect(speech.announced().filter((text) => /activity/.test(text))).toEqual([
    'There is new activity on your account',
  ])
})
