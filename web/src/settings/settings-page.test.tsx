import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Toaster } from 'sonner'
import { describe, expect, test, vi } from 'vitest'
import { alice, refused, stubbedBank, visit } from '../../test/stubbed-bank.tsx'
import { SettingsPage } from './settings-page.tsx'

const here = '0198c0de-0000-4000-8000-000000000001'
const there = '0198c0de-0000-4000-8000-000000000002'
const nothing = () => new Response(null, { status: 204 })

function listed(id: string, browser: string, isCurrent: boolean) {
  const lastSeenAt = '2026-03-07T14:15:00.000Z'
  return { id, browser, network: '203.0.113.0/24', signedInAt: lastSeenAt, lastSeenAt, isCurrent }
}

function open(answers: Parameters<typeof stubbedBank>[0] = {}, path = '/settings') {
  const sessions = [listed(here, 'Firefox', true), listed(there, 'Chrome', false)]
  const bank = stubbedBank({
    'GET /api/me': () => alice(),
    'GET /api/sessions': () => ({ sessions }),
    'GET /api/sessions/current': () => ({ session: session() }),
    'POST /api/sessions/current/confirmation': session,
    'GET /api/me/events': () => ({ events: [] }),
    'GET /api/me/pin': () => ({ isSet: true }),
    'GET /api/me/two-factor': () => ({ turnedOnAt: null, recoveryCodesLeft: 0, isRequired: false }),
    'GET /api/me/mail-notices': () => ({
      money_received: false,
      transfer_sent: true,
      status_changed: false,
    }),
    ...answers,
  })
  vi.stubGlobal('fetch', bank.fetch)
  const page = visit(
    path,
    <>
      <SettingsPage />
      <Toaster />
    </>,
  )
  return { ...bank, ...page, user: userEvent.setup() }
}

function session() {
  return {
    user: { id: here, name: 'Alice Moreno', email: 'alice@example.com', role: 'customer' },
    signedInAt: '2026-01-01T00:00:00.000Z',
    idleEndsAt: '2026-03-07T14:30:00.000Z',
    elevatedUntil: null,
    temporarySecrets: null,
  }
}

async function typePasswords({ user }: ReturnType<typeof open>, first: string, second = first) {
  await user.type(screen.getByLabelText('New password'), first)
  await user.type(screen.getByLabelText('Confirm password'), second)
  await user.click(screen.getByRole('button', { name: 'Change password' }))
}

async function typePins({ user }: ReturnType<typeof open>, current: string, next: string) {
  await user.type(screen.getByLabelText('Current PIN'), current)
  await user.type(screen.getByLabelText('New PIN'), next)
  await user.click(screen.getByRole('button', { name: 'Change PIN' }))
}

describe('the settings', () => {
  test('the settings have exactly two tabs, and the URL names the chosen one', async () => {
    const page = open()
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'Change Password',
      'Transaction Pin',
    ])
    await page.user.click(screen.getByRole('tab', { name: 'Transaction Pin' }))
    expect(page.address()).toBe('/settings?tab=pin')
    expect(screen.getByLabelText('Current PIN')).toBeDefined()
  })

  test('the settings show the first tab when the URL names none', () => {
    open({}, '/settings?tab=limits')
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Change Password')
  })
})

test('the settings lead to the limits and the freeze', () => {
  open()
  const section = within(screen.getByRole('region', { name: 'Limits and freeze' }))
  expect(section.getByRole('link').getAttribute('href')).toBe('/limits')
})

test('the undo time is saved at once, and shown as before when that fails', async () => {
  let undoSeconds = 30
  let saved: () => Response = nothing
  const page = open({
    'GET /api/me': () => ({ ...alice(), undoSeconds }),
    'PUT /api/me/undo-time': () => saved(),
  })
  const choice = await screen.findByLabelText<HTMLSelectElement>('Wait before sending')
  expect(choice.value).toBe('30')
  undoSeconds = 10
  await page.user.selectOptions(choice, '10 seconds')
  expect(page.requestsTo('PUT /api/me/undo-time')[0]?.body).toEqual({ seconds: 10 })
  expect(await screen.findByText('Undo time saved')).toBeDefined()
  saved = () => refused('busy')
  await page.user.selectOptions(choice, '60 seconds')
  expect(await screen.findByText('Your undo time was not saved')).toBeDefined()
  await waitFor(() => expect(choice.value).toBe('10'))
})

describe('changing the password', () => {
  test('a changed password says so, and that other devices are signed out', async () => {
    const page = open({ 'PUT /api/me/password': nothing })
    await typePasswords(page, 'tide and timber')
    expect(await screen.findByText('Password changed successfully')).toBeDefined()
    expect(screen.getByText(/every other device was logged out/)).toBeDefined()
    expect(page.requestsTo('PUT /api/me/password')[0]?.body).toEqual({
      new_password: 'tide and timber',
      confirm_password: 'tide and timber',
    })
  })

  test('a new password that is repeated differently is refused before anything is sent', async () => {
    const page = open()
    await typePasswords(page, 'tide and timber', 'tide and timbre')
    expect(await screen.findByText('Passwords do not match')).toBeDefined()
    expect(page.requestsTo('PUT /api/me/password')).toEqual([])
  })

  test('a change of the password that needs a confirmation asks for it and then continues', async () => {
    let isConfirmed = false
    const page = open({
      'PUT /api/me/password': () => (isConfirmed ? nothing() : refused('confirm_required')),
      'POST /api/sessions/current/confirmation': ({ body }) => {
        if (body.password !== 'the right one') return refused('password_incorrect')
        isConfirmed = true
        return session()
      },
    })
    await typePasswords(page, 'tide and timber')
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }))
    await page.user.type(dialog.getByLabelText('Current password'), 'a wrong one')
    await page.user.click(dialog.getByRole('button', { name: 'Confirm' }))
    expect(await dialog.findByText('This isn’t your current password')).toBeDefined()
    // Nothing is saved while the dialog is open; the toast takes a moment to go.
    await vi.waitFor(() =>
      expect(screen.queryByText('Changing password...', { selector: '[data-title]' })).toBeNull(),
    )
    await page.user.type(dialog.getByLabelText('Current password'), 'the right one')
    await page.user.click(dialog.getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByText(/every other device was logged out/)).toBeDefined()
    expect(page.requestsTo('PUT /api/me/password')).toHaveLength(2)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('with two-factor the confirmation asks for a code too, and a wrong code keeps the password', async () => {
    let isConfirmed = false
    const page = open({
      'PUT /api/me/password': () => (isConfirmed ? nothing() : refused('confirm_required', { code: true })),
      'POST /api/sessions/current/confirmation': ({ body }) => {
        if (body.code !== '123456') return refused('code_incorrect')
        isConfirmed = true
        return session()
      },
    })
    await typePasswords(page, 'tide and timber')
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }))
    const password = dialog.getByLabelText('Current password')
    expect(document.activeElement).toBe(password)
    await page.user.click(dialog.getByRole('button', { name: 'Confirm' }))
    expect(await dialog.findByText('Enter the 6 digits that your authenticator app shows')).toBeDefined()
    expect(page.requestsTo('POST /api/sessions/current/confirmation')).toEqual([])
    await page.user.type(password, 'the right one')
    await page.user.type(dialog.getByLabelText('Code'), '654321')
    await page.user.click(dialog.getByRole('button', { name: 'Confirm' }))
    expect(await dialog.findByText(/This code is incorrect/)).toBeDefined()
    const code = dialog.getByLabelText('Code') as HTMLInputElement
    expect([code.value, document.activeElement === code]).toEqual(['', true])
    expect((password as HTMLInputElement).value).toBe('the right one')
    await page.user.type(code, '123 456{Enter}')
    expect(await screen.findByText(/every other device was logged out/)).toBeDefined()
    expect(page.requestsTo('POST /api/sessions/current/confirmation').map(({ body }) => body)).toEqual([
      { password: 'the right one', code: '654321' },
      { password: 'the right one', code: '123456' },
    ])
  })

  test('the confirmation accepts a recovery code', async () => {
    let isConfirmed = false
    const page = open({
      'PUT /api/me/password': () => (isConfirmed ? nothing() : refused('confirm_required', { code: true })),
      'POST /api/sessions/current/confirmation': () => {
        isConfirmed = true
        return session()
      },
    })
    await typePasswords(page, 'tide and timber')
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }))
    await page.user.type(dialog.getByLabelText('Current password'), 'the right one')
    await page.user.click(dialog.getByRole('button', { name: 'Use a recovery code' }))
    expect(dialog.queryByLabelText('Code')).toBeNull()
    const recovery = dialog.getByLabelText('Recovery code')
    expect(document.activeElement).toBe(recovery)
    await page.user.type(recovery, '7k2m-9qxd-4twb{Enter}')
    expect(await screen.findByText(/every other device was logged out/)).toBeDefined()
    expect(page.requestsTo('POST /api/sessions/current/confirmation')[0]?.body).toEqual({
      password: 'the right one',
      recovery_code: '7K2M9QXD4TWB',
    })
  })

  test('the confirmation asks for a code when the bank requires one after all', async () => {
    const page = open({
      'PUT /api/me/password': () => refused('confirm_required', { code: false }),
      'POST /api/sessions/current/confirmation': () => refused('code_required'),
    })
    await typePasswords(page, 'tide and timber')
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }))
    expect(dialog.queryByLabelText('Code')).toBeNull()
    await page.user.type(dialog.getByLabelText('Current password'), 'the right one{Enter}')
    const code = await dialog.findByLabelText('Code')
    await vi.waitFor(() => expect(document.activeElement).toBe(code))
    expect(dialog.getByText('Enter the 6 digits that your authenticator app shows')).toBeDefined()
  })

  test('the confirmation says that there were too many wrong attempts', async () => {
    const page = open({
      'PUT /api/me/password': () => refused('confirm_required', { code: true }),
      'POST /api/sessions/current/confirmation': () => refused('too_many_attempts', { minutes: 15 }),
    })
    await typePasswords(page, 'tide and timber')
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }))
    await page.user.type(dialog.getByLabelText('Current password'), 'the right one')
    await page.user.type(dialog.getByLabelText('Code'), '123456{Enter}')
    expect((await dialog.findByRole('alert')).textContent).toBe('Too many attempts. Try again in 15 minutes')
  })

  test('a confirmation closed with Escape changes nothing', async () => {
    const page = open({ 'PUT /api/me/password': () => refused('confirm_required', { code: true }) })
    await typePasswords(page, 'tide and timber')
    await screen.findByRole('dialog', { name: 'Confirm it’s you' })
    await page.user.keyboard('{Escape}')
    expect(
      await screen.findByText('Your password was not changed. To change it, confirm that it’s you.'),
    ).toBeDefined()
    expect(page.requestsTo('PUT /api/me/password')).toHaveLength(1)
  })

  test('a cancelled confirmation leaves the password and says how to continue', async () => {
    const page = open({ 'PUT /api/me/password': () => refused('confirm_required') })
    await typePasswords(page, 'tide and timber')
    await page.user.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText('Failed to change password')).toBeDefined()
    expect(await screen.findByText(/Your password was not changed/)).toBeDefined()
    expect(page.requestsTo('PUT /api/me/password')).toHaveLength(1)
  })
})

describe('changing the PIN', () => {
  test('a changed PIN says so', async () => {
    const page = open({ 'PUT /api/me/pin': nothing }, '/settings?tab=pin')
    await typePins(page, '1234', '86420')
    expect(await screen.findByText('Pin changed successfully')).toBeDefined()
    expect(page.requestsTo('PUT /api/me/pin')[0]?.body).toEqual({ current_pin: '1234', new_pin: '86420' })
  })

  test('a wrong current PIN shows how many tries are left', async () => {
    const wrong = () => refused('current_pin_incorrect', { triesLeft: 1 })
    const page = open({ 'PUT /api/me/pin': wrong }, '/settings?tab=pin')
    await typePins(page, '0000', '86420')
    expect(await screen.findByText('Current pin is incorrect. 1 try left.')).toBeDefined()
    expect(await screen.findByText('Failed to change pin')).toBeDefined()
    expect(document.activeElement).toBe(screen.getByLabelText('Current PIN'))
  })

  test('an easy PIN is accepted after a hint', async () => {
    const page = open({ 'PUT /api/me/pin': nothing }, '/settings?tab=pin')
    await page.user.type(screen.getByLabelText('New PIN'), '1234')
    expect(screen.getByText('This PIN is easy to guess. Choose another one.')).toBeDefined()
    await page.user.clear(screen.getByLabelText('New PIN'))
    await page.user.type(screen.getByLabelText('New PIN'), '8642')
    expect(screen.queryByText(/easy to guess/)).toBeNull()
    await page.user.clear(screen.getByLabelText('New PIN'))
    await typePins(page, '86420', '1234')
    expect(await screen.findByText('Pin changed successfully')).toBeDefined()
  })

  test('the current and the new PIN need four digits', async () => {
    const page = open({}, '/settings?tab=pin')
    await typePins(page, '123', '12')
    expect(await screen.findAllByText('Pin must be at least 4 digits long')).toHaveLength(2)
  })
})

describe('the first PIN', () => {
  test('the first PIN is set without a current one, and changed like any other afterwards', async () => {
    const page = open(
      { 'GET /api/me/pin': () => ({ isSet: false }), 'POST /api/me/pin': nothing },
      '/settings?tab=pin',
    )
    await screen.findByText(/You have no transaction PIN yet/)
    expect(screen.queryByLabelText('Current PIN')).toBeNull()
    await page.user.type(screen.getByLabelText('New PIN'), '86420')
    await page.user.click(screen.getByRole('button', { name: 'Set PIN' }))
    expect(await screen.findByText(/^Your PIN was set/)).toBeDefined()
    expect(page.requestsTo('POST /api/me/pin')[0]?.body).toEqual({ new_pin: '86420' })
    expect(document.activeElement?.textContent).toMatch(/^Your PIN was set/)
    expect(screen.getByLabelText('Current PIN')).toBeDefined()
  })
})

describe('the devices', () => {
  test('the list of devices starts with this one, and any other can be signed out', async () => {
    let isEnded = false
    const page = open({
      'GET /api/sessions': () => ({
        sessions: [listed(here, 'Firefox', true), ...(isEnded ? [] : [listed(there, 'Chrome', false)])],
      }),
      'DELETE /api/sessions/:id': () => {
        isEnded = true
        return nothing()
      },
    })
    await screen.findByText('Chrome')
    const devices = screen.getByRole('region', { name: 'Devices and sessions' })
    const [first] = within(devices).getAllByRole('listitem')
    expect(first?.textContent).toContain('FirefoxThis deviceActive now')
    await page.user.click(screen.getByRole('button', { name: 'Log out' }))
    expect(await screen.findByText('Device logged out')).toBeDefined()
    expect(page.requestsTo(`DELETE /api/sessions/${there}`)).toHaveLength(1)
    await vi.waitFor(() => expect(screen.queryByText('Chrome')).toBeNull())
    // The pressed button has gone.
    const title = screen.getByRole('heading', { name: 'Devices and sessions' })
    await vi.waitFor(() => expect(document.activeElement).toBe(title))
  })

  test('all other devices can be signed out', async () => {
    const page = open({ 'DELETE /api/sessions/others': nothing })
    await page.user.click(await screen.findByRole('button', { name: 'Log out all other devices' }))
    expect(await screen.findByText('All other devices logged out')).toBeDefined()
    expect(page.requestsTo('DELETE /api/sessions/others')).toHaveLength(1)
  })

  test('devices that failed to load say so', async () => {
    open({ 'GET /api/sessions': () => refused('internal') })
    expect(await screen.findByText('Your devices could not be loaded')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
  })
})

describe('mail', () => {
  test('mail about money is switched on and off and saved at once', async () => {
    const page = open({ 'PUT /api/me/mail-notices/:id': nothing })
    const received = await screen.findByRole('switch', { name: 'Money received' })
    const sent = screen.getByRole('switch', { name: 'Transfer sent' })
    expect([isOn(received), isOn(sent)]).toEqual([false, true])
    await page.user.click(received)
    await screen.findByText('Saved')
    await page.user.click(sent)
    expect([isOn(received), isOn(sent)]).toEqual([true, false])
    await vi.waitFor(() =>
      expect(page.requests.filter(({ method }) => method === 'PUT')).toMatchObject([
        { path: '/api/me/mail-notices/money_received', body: { isOn: true } },
        { path: '/api/me/mail-notices/transfer_sent', body: { isOn: false } },
      ]),
    )
  })

  test('two quick switches are saved one after the other', async () => {
    let answer = (_: unknown) => {}
    const page = open({ 'PUT /api/me/mail-notices/:id': () => new Promise((resolve) => (answer = resolve)) })
    const received = await screen.findByRole('switch', { name: 'Money received' })
    await page.user.click(received)
    await page.user.click(received)
    const saved = () => page.requests.filter(({ method }) => method === 'PUT').map(({ body }) => body.isOn)
    expect([isOn(received), saved()]).toEqual([false, [true]])
    answer(nothing())
    await vi.waitFor(() => expect(saved()).toEqual([true, false]))
  })

  test('a switch that could not be saved returns to its state and says so', async () => {
    const page = open({ 'PUT /api/me/mail-notices/:id': () => refused('busy') })
    const received = await screen.findByRole('switch', { name: 'Money received' })
    await page.user.click(received)
    expect(await screen.findByText('Your choice was not saved')).toBeTruthy()
    expect(isOn(received)).toBe(false)
  })

  test('security mail cannot be switched off, and the page says why', async () => {
    open()
    const safety = await screen.findByRole('switch', { name: 'Security alerts' })
    expect([isOn(safety), (safety as HTMLInputElement).disabled]).toEqual([true, true])
    expect(screen.getByText(/Always on/)).toBeTruthy()
  })
})

function isOn(control: HTMLElement): boolean {
  return (control as HTMLInputElement).checked
}
