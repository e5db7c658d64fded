import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Toaster } from 'sonner'
import { describe, expect, test, vi } from 'vitest'
import { refused, stubbedBank, visit } from '../../test/stubbed-bank.tsx'
import { TwoFactorSection } from './two-factor-section.tsx'

const off = { turnedOnAt: null, recoveryCodesLeft: 0, isRequired: false }
const on = { turnedOnAt: '2026-03-07T14:15:00.000Z', recoveryCodesLeft: 9, isRequired: false }
const recoveryCodes = ['7K2M-9QXD-4TWB', 'A1B2-C3D4-E5F6']
const enrolment = {
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/Truepenny:alice%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  picture: '<svg xmlns="http://www.w3.org/2000/svg"/>',
}

function open(answers: Parameters<typeof stubbedBank>[0] = {}) {
  let state: unknown = off
  const bank = stubbedBank({
    'GET /api/me/two-factor': () => state,
    'POST /api/me/two-factor/enrolment': () => enrolment,
    'PUT /api/me/two-factor': ({ body }) => {
      if (body.code !== '123456') return refused('code_incorrect')
      state = on
      return { recoveryCodes }
    },
    'DELETE /api/me/two-factor': () => {
      state = off
      return new Response(null, { status: 204 })
    },
    'POST /api/me/recovery-codes': () => ({ recoveryCodes }),
    ...answers,
  })
  vi.stubGlobal('fetch', bank.fetch)
  visit(
    '/settings',
    <>
      <TwoFactorSection />
      <Toaster />
    </>,
  )
  const user = userEvent.setup()
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
  return { ...bank, user, press }
}

describe('turning two-factor on', () => {
  test('enrolment shows the key as a picture, as text and as a link, then asks for a code and gives recovery codes', async () => {
    const page = open()
    await page.press('Turn on two-factor')
    const title = await screen.findByRole('heading', { name: 'Set up your authenticator app' })
    expect(document.activeElement).toBe(title)
    expect(screen.getByRole('img').getAttribute('src')).toBe(
      `data:image/svg+xml,${encodeURIComponent(enrolment.picture)}`,
    )
    expect(screen.getByRole('img').getAttribute('alt')).toMatch(/key that is shown below as text/)
    expect(screen.getByText('JBSW', { selector: 'bdi :first-child' }).parentElement?.textContent).toBe(
      enrolment.secret,
    )
    expect(screen.getByRole('link', { name: 'Open the app with the key' }).getAttribute('href')).toBe(
      enrolment.uri,
    )

    await page.user.type(screen.getByLabelText('Code'), '123 456')
    await page.press('Turn on')
    expect(await screen.findByText('Two-factor authentication is on')).toBeDefined()
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Save your recovery codes' }))
    const listed = within(screen.getByRole('list', { name: 'Recovery codes' })).getAllByRole('listitem')
    expect(listed.map(({ textContent }) => textContent)).toEqual(recoveryCodes)
    await page.press('I have saved them')
    expect(await screen.findByText(/9 recovery codes are left/)).toBeDefined()
    expect(screen.queryByText(recoveryCodes[0]!)).toBeNull()
  })

  test('enrolment shows on its field that a code is wrong or malformed', async () => {
    const page = open()
    await page.press('Turn on two-factor')
    await page.user.type(await screen.findByLabelText('Code'), '12345')
    await page.press('Turn on')
    expect(await screen.findByText('Enter the 6 digits that your authenticator app shows')).toBeDefined()
    expect(page.requestsTo('PUT /api/me/two-factor')).toEqual([])
    await page.user.type(screen.getByLabelText('Code'), '0')
    await page.press('Turn on')
    expect(await screen.findByText(/This code is incorrect/)).toBeDefined()
    expect(document.activeElement).toBe(screen.getByLabelText('Code'))
  })

  test('enrolment that needs a confirmation asks for it and can be cancelled', async () => {
    let isConfirmed = false
    const page = open({
      'POST /api/me/two-factor/enrolment': () => (isConfirmed ? enrolment : refused('confirm_required')),
      'POST /api/sessions/current/confirmation': () => {
        isConfirmed = true
        return {}
      },
    })
    await page.press('Turn on two-factor')
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }))
    await page.user.type(dialog.getByLabelText('Current password'), 'the right one')
    await page.user.click(dialog.getByRole('button', { name: 'Confirm' }))
    await screen.findByLabelText('Code')
    await page.press('Cancel')
    expect(await screen.findByRole('button', { name: 'Turn on two-factor' })).toBeDefined()
  })

  test('an expired enrolment says how to continue', async () => {
    const page = open({ 'PUT /api/me/two-factor': () => refused('enrolment_ended') })
    await page.press('Turn on two-factor')
    await page.user.type(await screen.findByLabelText('Code'), '123456')
    await page.press('Turn on')
    expect((await screen.findByRole('alert')).textContent).toContain('This QR code has expired')
  })
})

describe('recovery codes', () => {
  test('recovery codes can be copied and saved as a file', async () => {
    const page = open({ 'GET /api/me/two-factor': () => on })
    await page.press('Make new recovery codes')
    await page.press('Make new codes')
    await screen.findByRole('heading', { name: 'Save your recovery codes' })
    await page.press('Copy recovery codes')
    expect(await navigator.clipboard.readText()).toBe(recoveryCodes.join('\n'))

    const kept: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
      kept.push(content as Blob)
      return 'blob:kept'
    })
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    await page.press('Download')
    expect((await kept[0]?.text())?.split('\n')).toEqual(expect.arrayContaining(recoveryCodes))
  })

  test('a warning says when few recovery codes are left', async () => {
    open({ 'GET /api/me/two-factor': () => ({ ...on, recoveryCodesLeft: 1 }) })
    expect((await screen.findByRole('status')).textContent).toBe(
      '1 recovery code is left. Make new ones before you need them.',
    )
  })
})

describe('turning two-factor off', () => {
  test('turning two-factor off warns the user when the bank requires it', async () => {
    const page = open({ 'GET /api/me/two-factor': () => ({ ...on, isRequired: true }) })
    await page.press('Turn off two-factor')
    expect(await screen.findByText(/The bank requires it: you can’t continue until/)).toBeDefined()
  })

  test('two-factor stays on when the confirmation is cancelled', async () => {
    const page = open({
      'GET /api/me/two-factor': () => on,
      'DELETE /api/me/two-factor': () => refused('confirm_required', { code: true }),
    })
    await page.press('Turn off two-factor')
    await page.press('Turn off')
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }))
    await page.user.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Nothing was changed. To continue, confirm that it’s you.',
    )
  })

  test('turning two-factor off is confirmed first, with the focus on Cancel', async () => {
    let state = on as typeof off | typeof on
    const page = open({
      'GET /api/me/two-factor': () => state,
      'DELETE /api/me/two-factor': () => {
        state = off
        return new Response(null, { status: 204 })
      },
    })
    await page.press('Turn off two-factor')
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Turn two-factor off?' }))
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Cancel' }))
    await page.user.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(page.requestsTo('DELETE /api/me/two-factor')).toEqual([])
    await page.press('Turn off two-factor')
    await page.press('Turn off')
    expect(await screen.findByText('Two-factor authentication is off')).toBeDefined()
    expect(page.requestsTo('DELETE /api/me/two-factor')).toHaveLength(1)
    expect(await screen.findByRole('button', { name: 'Turn on two-factor' })).toBeDefined()
    // The pressed button has gone.
    const title = screen.getByRole('heading', { name: 'Two-factor authentication' })
    await vi.waitFor(() => expect(document.activeElement).toBe(title))
  })
})

test('a two-factor state that failed to load says so', async () => {
  open({ 'GET /api/me/two-factor': () => refused('internal') })
  expect(await screen.findByText('Two-factor authentication could not be loaded')).toBeDefined()
})
