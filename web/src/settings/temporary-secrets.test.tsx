import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { refused, stubbedBank, visit } from '../../test/stubbed-bank.tsx'
import { useSession } from '../sessions/session.ts'
import { Toaster } from '../ui/deferred-toaster.tsx'
import { TemporarySecrets } from './temporary-secrets.tsx'

const nothing = () => new Response(null, { status: 204 })

/** A bank with these temporary secrets left. */
function open(answers: Parameters<typeof stubbedBank>[0] = {}, left = { password: true, pin: true }) {
  const temporary = { ...left }
  const bank = stubbedBank({
    'GET /api/sessions/current': () => ({
      session: sessionWith(temporary.password || temporary.pin ? { ...temporary } : null),
    }),
    'GET /api/me/pin': () => ({ isSet: true }),
    'PUT /api/me/password': () => {
      temporary.password = false
      return nothing()
    },
    'PUT /api/me/pin': () => {
      temporary.pin = false
      return nothing()
    },
    'POST /api/me/pin': () => {
      temporary.pin = false
      return nothing()
    },
    ...answers,
  })
  vi.stubGlobal('fetch', bank.fetch)
  visit('/dashboard', <Page />)
  return { ...bank, user: userEvent.setup() }
}

function sessionWith(temporarySecrets: { password: boolean; pin: boolean } | null) {
  const user = { id: 'hanna', name: 'Hanna Berg', email: 'hanna@example.com', role: 'customer' }
  return {
    user,
    signedInAt: '2026-01-01T00:00:00.000Z',
    idleEndsAt: '2099-03-07T14:30:00.000Z',
    elevatedUntil: null,
    temporarySecrets,
  }
}

function Page() {
  const { data } = useSession()
  if (!data?.session) return null
  return (
    <>
      {data.session.temporarySecrets ? <TemporarySecrets /> : <p>the dashboard</p>}
      <Toaster theme="light" />
    </>
  )
}

async function choosePassword({ user }: ReturnType<typeof open>, to = 'tide and timber 42') {
  await user.type(await screen.findByLabelText('New password'), to)
  await user.type(screen.getByLabelText('Confirm password'), to)
  await user.click(screen.getByRole('button', { name: 'Change password' }))
}

async function choosePin({ user }: ReturnType<typeof open>, to = '98765') {
  await user.type(await screen.findByLabelText('Current PIN'), '1234')
  await user.type(screen.getByLabelText('New PIN'), to)
  await user.click(screen.getByRole('button', { name: 'Change PIN' }))
}

test('a user with temporary secrets replaces the password, then the PIN, then sees the requested page, and the focus follows', async () => {
  const page = open()
  await choosePassword(page)
  expect(await screen.findByText('Password changed successfully')).toBeDefined()
  await screen.findByText('You have chosen your password.')
  expect(screen.queryByLabelText('New password')).toBeNull()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Transaction PIN'))
  await choosePin(page)
  expect(await screen.findByText('Pin changed successfully')).toBeDefined()
  expect(await screen.findByText('the dashboard')).toBeDefined()
})

test('a user who replaces the temporary PIN first goes on to the password', async () => {
  const page = open()
  await choosePin(page)
  await screen.findByText('You have chosen your PIN.')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Password'))
  await choosePassword(page)
  expect(await screen.findByText('the dashboard')).toBeDefined()
})

test('the temporary password and PIN are refused under their fields', async () => {
  const page = open({
    'PUT /api/me/password': () => refused('password_unchanged'),
    'PUT /api/me/pin': () => refused('pin_unchanged'),
  })
  await choosePassword(page)
  expect(await screen.findByText('Choose a password other than the temporary one')).toBeDefined()
  await choosePin(page, '1234')
  expect(await screen.findByText('Choose a PIN other than the temporary one')).toBeDefined()
})

test('a change of a temporary secret that needs a confirmation asks for it and then continues', async () => {
  let isConfirmed = false
  const page = open({
    'PUT /api/me/password': () => (isConfirmed ? nothing() : refused('confirm_required')),
    'POST /api/sessions/current/confirmation': () => {
      isConfirmed = true
      return sessionWith({ password: true, pin: true })
    },
  })
  await choosePassword(page)
  await page.user.type(await screen.findByLabelText('Current password'), 'fjord and mountain')
  await page.user.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText('Password changed successfully')).toBeDefined()
  expect(page.requestsTo('PUT /api/me/password')).toHaveLength(2)
})

test('an expired temporary PIN is not asked for: a new one is set', async () => {
  const page = open({ 'GET /api/me/pin': () => ({ isSet: false }) }, { password: false, pin: true })
  await screen.findByText('Your temporary PIN has expired. Choose a new one to send transfers.')
  expect(screen.queryByLabelText('Current PIN')).toBeNull()
  await page.user.type(screen.getByLabelText('New PIN'), '98765')
  await page.user.click(screen.getByRole('button', { name: 'Set PIN' }))
  expect(await screen.findByText('the dashboard')).toBeDefined()
})

test('a temporary PIN that expires while the page is open is replaced by setting a new one', async () => {
  let isSet = true
  const page = open({
    'GET /api/me/pin': () => ({ isSet }),
    'PUT /api/me/pin': () => {
      isSet = false
      return refused('pin_expired')
    },
  })
  await choosePin(page)
  expect(await screen.findByRole('button', { name: 'Set PIN' })).toBeDefined()
})
