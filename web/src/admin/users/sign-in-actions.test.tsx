import type { Role } from '@bank/contract/roles/role'
import { waitsText } from '@bank/contract/toast-texts/staff'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { refused, stubbedBank, visit } from '../../../test/stubbed-bank.tsx'
import { userDetails } from '../../../test/user-details.ts'
import { useSession } from '../../sessions/session.ts'
import { ToasterSurface } from '../../ui/toaster.tsx'
import { SignInActions } from './sign-in-actions.tsx'
// Loaded ahead: the code of dialogs is fetched on first use.
import '../../ui/dialog.tsx'

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {} })))

const user = userDetails()
const signOut = `DELETE /api/admin/users/${user.id}/sessions`
const resetLink = `POST /api/admin/users/${user.id}/password-reset`

describe('signing a user out everywhere', () => {
  test('a sign-out everywhere names the user, starts at Cancel, and sends nothing when it is cancelled', async () => {
    const page = open({})
    const dialog = await page.ask('Log out everywhere')
    expect(dialog.getByRole('heading').textContent).toBe('Log Alice Moreno out everywhere?')
    const cancel = dialog.getByRole('button', { name: 'Cancel' })
    await waitFor(() => expect(document.activeElement).toBe(cancel))
    await page.person.click(cancel)
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(page.requestsTo(signOut)).toHaveLength(0)
  })

  test('a user is logged out everywhere after a confirmation', async () => {
    const page = open({ [signOut]: noContent })
    const dialog = await page.ask('Log out everywhere')
    await page.person.click(dialog.getByRole('button', { name: 'Log out everywhere' }))
    await screen.findByText('Alice Moreno is logged out everywhere')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(page.requestsTo(signOut)).toHaveLength(1)
  })

  test('a refused sign-out everywhere says why in its dialog, and the toast of the next attempt replaces its toast', async () => {
    let isRefused = true
    const page = open({ [signOut]: () => (isRefused ? refused('user_not_found') : noContent()) })
    const dialog = await page.ask('Log out everywhere')
    await page.person.click(dialog.getByRole('button', { name: 'Log out everywhere' }))
    await dialog.findByText('User not found')
    await waitFor(() => expect(toasts()).toEqual(['Alice Moreno was not logged out']))
    isRefused = false
    await page.person.click(dialog.getByRole('button', { name: 'Log out everywhere' }))
    await waitFor(() => expect(toasts()).toEqual(['Alice Moreno is logged out everywhere']))
  })
})

test('the toasts of two reset links replace each other, and leave the toast of a sign-out', async () => {
  const page = open({ [signOut]: noContent, [resetLink]: noContent })
  for (const action of ['Log out everywhere', 'Send reset link', 'Send reset link']) {
    const dialog = await page.ask(action)
    await page.person.click(dialog.getByRole('button', { name: action }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  }
  expect(page.requestsTo(resetLink)).toHaveLength(2)
  await waitFor(() =>
    expect(toasts().toSorted()).toEqual([
      'Alice Moreno is logged out everywhere',
      'Reset link queued for alice@example.com',
    ]),
  )
})

test('a link for a new PIN is sent with a reason, and a refusal is shown in its dialog', async () => {
  const pinLink = `POST /api/admin/users/${user.id}/pin-recovery`
  let isRefused = true
  const page = open({ [pinLink]: () => (isRefused ? refused('user_not_found') : noContent()) })
  await page.person.click(await screen.findByRole('button', { name: 'Offer a new PIN' }))
  const dialog = within(await screen.findByRole('dialog'))
  await page.person.type(dialog.getByLabelText('Reason'), 'Called from the number on file')
  await page.person.click(dialog.getByRole('button', { name: 'Send link' }))
  await dialog.findByText('User not found')
  isRefused = false
  await page.person.click(dialog.getByRole('button', { name: 'Send link' }))
  await screen.findByText('PIN link queued for alice@example.com')
  expect(page.requestsTo(pinLink).at(-1)?.body).toEqual({ reason: 'Called from the number on file' })
})

test('a locked PIN is unlocked with a reason, and the two-factor of a customer can be reset', async () => {
  const moment = '2026-01-05T09:00:00.000Z'
  const signIn = { hasPin: true, lockedUntil: moment, twoFactorSince: moment, sessions: [] }
  const unlocking = `PUT /api/admin/users/${user.id}/pin-unlocking`
  const page = open({ [unlocking]: noContent }, userDetails({ signIn }))
  await page.person.click(await screen.findByRole('button', { name: 'Unlock PIN' }))
  const dialog = within(await screen.findByRole('dialog'))
  await page.person.type(dialog.getByLabelText('Reason'), 'Called from the number on file')
  await page.person.click(dialog.getByRole('button', { name: 'Unlock PIN' }))
  await screen.findByText('PIN unlocked')
  expect(page.requestsTo(unlocking)[0]?.body).toEqual({ reason: 'Called from the number on file' })
  expect(screen.getByRole('button', { name: 'Reset two-factor' })).toBeTruthy()
})

test('the two-factor of staff is reset by administrators alone, and the toast says that it waits', async () => {
  const signIn = { ...user.signIn, twoFactorSince: '2026-01-05T09:00:00.000Z' }
  const treasurer = userDetails({ signIn, role: 'treasury' })
  const resetting = `PUT /api/admin/users/${user.id}/two-factor-reset`
  const waits = { waitsForApproval: { id: user.id, expiresAt: '2026-01-12T09:00:00.000Z' } }
  const page = open({ [resetting]: () => Response.json(waits, { status: 202 }) }, treasurer)
  await page.person.click(await screen.findByRole('button', { name: 'Reset two-factor' }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText(/that person must approve it first/)
  await page.person.type(dialog.getByLabelText('Reason'), 'Lost the phone')
  await page.person.click(dialog.getByRole('button', { name: 'Reset two-factor' }))
  await screen.findByText(waitsText)
  cleanup()
  open({}, treasurer, 'operations')
  await screen.findByRole('button', { name: 'Send reset link' })
  expect(screen.queryByRole('button', { name: 'Reset two-factor' })).toBeNull()
})

function open(answers: Parameters<typeof stubbedBank>[0], shown = user, role: Role = 'administrator') {
  const session = {
    user: {
      id: '0198c0de-0000-7000-8000-00000000c1a2',
      name: 'Clara Osei',
      email: 'clara@example.com',
      role,
    },
    signedInAt: '2026-01-01T00:00:00.000Z',
    idleEndsAt: '2026-01-06T09:00:00.000Z',
    elevatedUntil: '2026-01-06T09:00:00.000Z',
    temporarySecrets: null,
  }
  const bank = stubbedBank({ 'GET /api/sessions/current': () => ({ session }), ...answers })
  vi.stubGlobal('fetch', bank.fetch)
  visit('/', <Gated user={shown} />)
  const person = userEvent.setup()
  async function ask(action: string) {
    await person.click(await screen.findByRole('button', { name: action }))
    return within(await screen.findByRole('alertdialog'))
  }
  return { ...bank, person, ask }
}

/** The actions are behind the gate. */
function Gated({ user }: { user: ReturnType<typeof userDetails> }) {
  return (
    <>
      {useSession().data?.session && <SignInActions user={user} />}
      <ToasterSurface theme="light" />
    </>
  )
}

/** The toasts that are not on their way out. */
function toasts(): (string | null)[] {
  return [...document.querySelectorAll('[data-sonner-toast][data-removed="false"]')].map(
    (one) => one.textContent,
  )
}

function noContent(): Response {
  return new Response(null, { status: 204 })
}
