import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Toaster } from 'sonner'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { refused, stubbedBank, visit } from '../../test/stubbed-bank.tsx'
import { useSession } from '../sessions/session.ts'
import { RecoverPinPage } from './recover-pin-page.tsx'
// Loaded ahead: the code of dialogs is fetched on first use.
import '../sessions/confirmation-dialog.tsx'
import '../ui/dialog.tsx'

afterEach(() => {
  bank.mail = true
})

const bank = vi.hoisted(() => ({ bankName: 'Truepenny', demo: false, mail: true, timeZone: 'UTC' }))
vi.mock('../public-config.ts', () => ({ publicConfig: bank }))

const recoveries = 'POST /api/me/pin/recoveries'
const links = 'POST /api/me/pin/recovery-links'
const done = { limit: '500.00', until: '2026-03-08T14:15:00.000Z' }
const byCode = { secondProof: 'code', obstacle: null, from: null }
const byLink = { ...byCode, secondProof: 'link' }

describe('a forgotten PIN', () => {
  test('a customer with two-factor is asked for the new PIN at once, and told the limit when it is set', async () => {
    const page = open('/recover-pin', { recovery: byCode, [recoveries]: () => done })
    expect(await screen.findByText(/a code from your authenticator app/)).toBeTruthy()
    await page.choose('86420')
    expect(await screen.findByText(/Your PIN was changed/)).toBeTruthy()
    const told = screen.getByText(/you can send up to/).textContent
    expect(told).toContain('500.00')
    expect(told).toContain('Every other device was logged out, and we told you by email.')
    expect(page.requestsTo(recoveries).map(({ body }) => body)).toEqual([
      { new_pin: '86420', confirm_pin: '86420' },
    ])
  })

  test('where mail is off, the page does not say that a new PIN was mailed', async () => {
    bank.mail = false
    const page = open('/recover-pin', { recovery: byCode, [recoveries]: () => done })
    await page.choose('86420')
    expect(await screen.findByText(/Every other device was logged out\.$/)).toBeTruthy()
  })

  test('a usual PIN and two different PINs are refused on their fields, and nothing is sent', async () => {
    const page = open('/recover-pin', { recovery: byCode })
    await page.choose('1234')
    expect(
      await screen.findByText('Many people use this PIN. Choose one that is harder to guess'),
    ).toBeTruthy()
    await page.choose('86420', '86421')
    expect(await screen.findByText('PINs do not match')).toBeTruthy()
    expect(page.requestsTo(recoveries)).toHaveLength(0)
  })

  test('a link is mailed on request, and the page then says where it went', async () => {
    const page = open('/recover-pin', { recovery: byLink, [links]: nothing })
    await page.person.click(await screen.findByRole('button', { name: 'Send me a link' }))
    const outcome = await screen.findByRole('heading', { name: 'Check your email' })
    expect(document.activeElement?.contains(outcome)).toBe(true)
    expect(screen.getByText(/on its way to/).textContent).toContain('alice@example.com')
  })

  test('where the confirmation for a link is cancelled, the page says that none was sent', async () => {
    const page = open('/recover-pin', {
      recovery: byLink,
      [links]: () => refused('confirm_required', { code: false }),
    })
    await page.person.click(await screen.findByRole('button', { name: 'Send me a link' }))
    await page.person.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText('No link was sent. To get one, confirm that it’s you.')).toBeTruthy()
  })

  test('the token of a link is sent with the new PIN', async () => {
    const page = open('/recover-pin#token', { recovery: byLink, [recoveries]: () => done })
    await page.choose('86420')
    expect(await screen.findByText(/Your PIN was changed/)).toBeTruthy()
    expect(page.requestsTo(recoveries)[0]?.body).toMatchObject({ token: 'token' })
  })

  test('a dead link leads to a new one', async () => {
    const page = open('/recover-pin#token', {
      recovery: byLink,
      [recoveries]: () => refused('reset_link_invalid'),
    })
    await page.choose('86420')
    await page.person.click(await screen.findByRole('button', { name: 'Ask for a new link' }))
    expect(await screen.findByRole('button', { name: 'Send me a link' })).toBeTruthy()
  })

  test.each([
    ['mail_off', null, /This bank sends no email/],
    ['email_unconfirmed', null, /Your email address is not confirmed/],
    ['email_changed_recently', '2026-03-08T14:15:00.000Z', /changed less than 72 hours ago/],
  ])('without a second proof (%s) the page says why, and names Support', async (obstacle, from, why) => {
    open('/recover-pin', { recovery: { secondProof: null, obstacle, from } })
    expect(await screen.findByText(why)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Contact Support' })).toBeTruthy()
    expect(screen.queryByText(/March 8, 2026/) !== null).toBe(from !== null)
  })

  test('a demo that sends no email says where the link is shown', async () => {
    bank.mail = false
    const page = open('/recover-pin', { recovery: byLink, [links]: nothing })
    await page.person.click(await screen.findByRole('button', { name: 'Send me a link' }))
    expect(await screen.findByText(/shown in the terminal/)).toBeTruthy()
  })
})

const nothing = () => new Response(null, { status: 204 })

function open(path: string, { recovery, ...answers }: Record<string, unknown>) {
  const user = {
    id: '0198c0de-0000-7000-8000-00000000c1a2',
    name: 'Alice',
    email: 'alice@example.com',
    role: 'customer',
  }
  const session = { user, signedInAt: '2026-01-01T00:00:00.000Z', temporarySecrets: null }
  const stub = stubbedBank({
    'GET /api/sessions/current': () => ({ session }),
    'GET /api/me/pin/recovery': () => recovery,
    ...answers,
  } as never)
  vi.stubGlobal('fetch', stub.fetch)
  const page = visit(path, <Gated />)
  const person = userEvent.setup()
  async function choose(first: string, second = first) {
    const fields = [await screen.findByLabelText('New PIN'), screen.getByLabelText('Repeat the new PIN')]
    for (const [index, field] of fields.entries()) {
      await person.clear(field)
      await person.type(field, [first, second][index]!)
    }
    await person.click(screen.getByRole('button', { name: 'Set new PIN' }))
  }
  return { ...stub, ...page, person, choose }
}

/** The page is behind the gate. */
function Gated() {
  return (
    <>
      {useSession().data?.session && <RecoverPinPage />}
      <Toaster />
    </>
  )
}
