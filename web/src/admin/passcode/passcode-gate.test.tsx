import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, Route, Routes } from 'react-router'
import { describe, expect, test, vi } from 'vitest'
import { refused, stubbedBank } from '../../../test/stubbed-bank.tsx'
import { createQueryClient } from '../../api/query-client.ts'
import { endElevation, endSession, sessionQuery } from '../../sessions/session.ts'
import { Dialog } from '../../ui/deferred-dialog.tsx'
import { Toaster } from '../../ui/deferred-toaster.tsx'
import { PasscodeGate } from './passcode-gate.tsx'
import { PasscodePage } from './passcode-page.tsx'

const closed = {
  user: {
    id: '0198c0de-0000-7000-8000-00000000c1a2',
    name: 'Clara Weiss',
    email: 'clara@example.com',
    role: 'administrator' as const,
  },
  signedInAt: '2026-01-01T00:00:00.000Z',
  idleEndsAt: '2099-03-07T14:30:00.000Z',
  elevatedUntil: null,
  temporarySecrets: null,
  lacksSecondFactor: false,
}
const elevated = {
  ...closed,
  elevatedUntil: '2099-03-07T14:30:00.000Z',
  temporarySecrets: null,
  lacksSecondFactor: false,
}

const withoutSecondFactor = { turnedOnAt: null, recoveryCodesLeft: 0, isRequired: false }
const withSecondFactor = { ...withoutSecondFactor, turnedOnAt: '2026-03-07T14:15:00.000Z' }

function open(
  path: string,
  session: typeof closed | typeof elevated,
  twoFactor: typeof withSecondFactor | typeof withoutSecondFactor | Response = withSecondFactor,
  answerTo?: () => unknown,
) {
  const entries = ({ body }: { body: Record<string, string> }) =>
    body.passcode === 'harbour' ? elevated : refused('passcode_incorrect')
  const bank = stubbedBank({
    'POST /api/admin/passcode-entries': answerTo ?? entries,
    'GET /api/me/two-factor': () => twoFactor,
  })
  vi.stubGlobal('fetch', bank.fetch)
  const client = createQueryClient({ onSignedOut: endSession, onPasscodeRequired: endElevation })
  client.setQueryData(sessionQuery.queryKey, { session })
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[path]}>
        <Routes>
          <Route path="/admin" element={<PasscodePage />} />
          <Route element={<PasscodeGate />}>
            <Route path="/admin/dashboard" element={<p>the users</p>} />
            <Route path="/admin/create-user" element={<input aria-label="Name" />} />
            <Route path="/admin/outbox" element={<OpenMail />} />
          </Route>
        </Routes>
      </MemoryRouter>
      <Toaster theme="light" />
    </QueryClientProvider>,
  )
  return { ...bank, client, user: userEvent.setup() }
}

function OpenMail() {
  return (
    <Dialog open onClose={() => {}} title="Mail">
      Dear Dora
    </Dialog>
  )
}

async function enter({ user }: ReturnType<typeof open>, passcode: string) {
  await user.type(await screen.findByLabelText('Passcode'), passcode)
  await user.click(screen.getByRole('button', { name: 'Continue' }))
}

describe('the passcode', () => {
  test('an empty passcode is refused', async () => {
    const page = open('/admin', closed)
    await page.user.click(await screen.findByRole('button', { name: 'Continue' }))
    expect(await screen.findByText('Passcode is required')).toBeDefined()
    expect(page.requestsTo('POST /api/admin/passcode-entries')).toEqual([])
  })
  test('a wrong passcode shows an error, and the field is cleared', async () => {
    const page = open('/admin', closed)
    await enter(page, 'anchor')
    expect(await screen.findByText('Invalid passcode')).toBeDefined()
    const field = screen.getByLabelText('Passcode') as HTMLInputElement
    expect(field.value).toBe('')
    expect(document.activeElement).toBe(field)
    await enter(page, 'harbour')
    await waitFor(() => expect(screen.queryByText('Invalid passcode')).toBeNull())
  })
  test('a correct passcode shows a spinner for one second, even if a live update comes in the meantime, and then the users', async () => {
    const page = open('/admin', closed)
    await enter(page, 'harbour')
    expect((await screen.findByRole('status')).textContent).toBe('Loading')
    const shownAt = performance.now()
    act(() => page.client.setQueryData(sessionQuery.queryKey, { session: elevated }))
    expect(screen.getByRole('status').textContent).toBe('Loading')
    expect(await screen.findByText('the users', {}, { timeout: 5_000 })).toBeDefined()
    // The spinner was found a little after it appeared.
    expect(performance.now() - shownAt).toBeGreaterThan(800)
  })
  test('a correct passcode opens nothing before its answer, even if a live update has elevated the session', async () => {
    let answer = (_: unknown) => {}
    const page = open('/admin', closed, withSecondFactor, () => new Promise((resolve) => (answer = resolve)))
    await enter(page, 'harbour')
    act(() => page.client.setQueryData(sessionQuery.queryKey, { session: elevated }))
    expect(screen.getByRole('button', { name: 'Checking…' })).toBeDefined()
    expect(screen.queryByText('the users')).toBeNull()
    answer(elevated)
    expect(await screen.findByText('Loading')).toBeDefined()
  })
  test('an administrator whose session is elevated is not asked for the passcode', () => {
    open('/admin', elevated)
    expect(screen.getByText('the users')).toBeDefined()
  })
})

describe('the passcode of an administrator without two-factor', () => {
  test('where two-factor is optional, the passcode form of an administrator without it advises to turn it on', async () => {
    open('/admin', closed, withoutSecondFactor)
    expect(await screen.findByLabelText('Passcode')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Turn on two-factor authentication' })).toBeDefined()
  })
  test('the passcode form of an administrator with two-factor gives no advice', async () => {
    open('/admin', closed, { ...withSecondFactor, isRequired: true })
    expect(await screen.findByLabelText('Passcode')).toBeDefined()
    expect(screen.queryByRole('link')).toBeNull()
  })
  test('the passcode is asked for when the two-factor state cannot be loaded', async () => {
    open('/admin', closed, refused('forbidden'))
    expect(await screen.findByLabelText('Passcode')).toBeDefined()
  })
})

describe('the gate', () => {
  test('the gate asks for the passcode first, and then shows the requested page', async () => {
    const page = open('/admin/create-user', closed)
    expect(screen.getByRole('heading', { name: 'Admin Panel' })).toBeDefined()
    await enter(page, 'harbour')
    expect(await screen.findByLabelText('Name')).toBeDefined()
  })
  test('the gate asks again when the elevation ends, and what was typed is kept', async () => {
    const page = open('/admin/create-user', elevated)
    await page.user.type(screen.getByLabelText('Name'), 'Dora')
    endElevation(page.client)
    const name = 'Enter the passcode again'
    expect(within(await screen.findByRole('alertdialog', { name })).getByLabelText('Passcode')).toBeDefined()
    await enter(page, 'harbour')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('Dora')
  })
  test('the gate asks again in front of an open dialog, which is hidden until then', async () => {
    const page = open('/admin/outbox', elevated)
    const isSeen = () => screen.getByText('Dear Dora').closest('.invisible') === null
    await screen.findByText('Dear Dora')
    expect(isSeen()).toBe(true)
    endElevation(page.client)
    const again = await screen.findByRole('alertdialog', { name: 'Enter the passcode again' })
    expect(isSeen()).toBe(false)
    expect(again.closest('.invisible')).toBeNull()
    await enter(page, 'harbour')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(isSeen()).toBe(true)
  })
})
