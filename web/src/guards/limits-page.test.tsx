import type { GuardView } from '@bank/contract/guards/view'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Toaster } from 'sonner'
import { describe, expect, test, vi } from 'vitest'
import { alice, refused, stubbedBank, visit } from '../../test/stubbed-bank.tsx'
import { LimitsPage } from './limits-page.tsx'
// Loaded ahead: the code of dialogs is fetched on first use.
import '../sessions/confirmation-dialog.tsx'
import '../ui/dialog.tsx'

const since = '2026-03-07T14:15:00.000Z'

describe('freezing payments', () => {
  test('one press freezes the payments, and the page says what still arrives', async () => {
    const bank = open()
    await press('Freeze payments')
    expect(await screen.findByText(/Your payments have been frozen since/)).toBeDefined()
    expect(screen.getByText(/Money still arrives/)).toBeDefined()
    expect(bank.requestsTo('PUT /api/me/freeze')).toHaveLength(1)
    // The button keeps the focus.
    expect(document.activeElement).toBe(await button('Unfreeze payments'))
  })

  test('a freeze that the bank cannot carry out says why, and can be pressed again', async () => {
    open({ freeze: () => refused('internal') })
    await press('Freeze payments')
    expect(await screen.findByText('Your payments were not frozen')).toBeDefined()
    expect(screen.getByRole('alert').textContent).not.toBe('')
    expect(await button('Freeze payments')).toBeDefined()
  })

  test('payments are unfrozen after the password is confirmed', async () => {
    const bank = open({ frozenAt: since })
    expect(await screen.findByText(/March 7, 2026/)).toBeDefined()
    await press('Unfreeze payments')
    await confirmIdentity()
    expect(await button('Freeze payments')).toBeDefined()
    expect(screen.queryByText(/have been frozen since/)).toBeNull()
    expect(bank.requestsTo('DELETE /api/me/freeze')).toHaveLength(2)
  })

  test('payments stay frozen when the confirmation is cancelled', async () => {
    open({ frozenAt: since })
    await press('Unfreeze payments')
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(
      await screen.findByText('Your payments are still frozen. To unfreeze them, confirm that it’s you.'),
    ).toBeDefined()
    expect(await button('Unfreeze payments')).toBeDefined()
  })
})

describe('the limits of a currency', () => {
  test('each currency has its limits, what is used of them and the limit of the bank', async () => {
    open({
      guards: [
        guard({
          limits: { payment: null, day: '50.00', month: '400.00' },
          sent: { day: '30.00', month: '30.00' },
          bank: { day: null, month: '200.00' },
        }),
        guard({ currency: 'EUR' }),
      ],
    })
    const dollars = within(await screen.findByRole('form', { name: 'Limits in USD ($)' }))
    expect(dollars.getByLabelText('Per day')).toHaveProperty('value', '50.00')
    expect(textWith(/sent today/)).toBe('$30.00 of $50.00 sent today')
    // The lower limit counts: the bank's.
    expect(textWith(/sent this month/)).toBe('$30.00 of $200.00 sent this month')
    expect(screen.getByText(/The bank’s limit is \$200.00/)).toBeDefined()
    expect([...document.querySelectorAll('progress')].map(({ position }) => position)).toEqual([0.6, 0.15])
    const euros = within(screen.getByRole('form', { name: 'Limits in EUR (€)' }))
    expect(euros.getByLabelText('Per day')).toHaveProperty('value', '')
    expect(euros.queryByText(/sent today/)).toBeNull()
  })

  test('hidden amounts hide the limits of a currency until its customer asks for them', async () => {
    localStorage.setItem('hide-amounts', 'yes')
    open({ guards: [guard({ limits: { payment: null, day: '50.00', month: null } })] })
    const show = await button('Show limits in USD')
    const isCovered = async () => (await field('Per day')).closest('.invisible') !== null
    expect(await isCovered()).toBe(true)
    await userEvent.click(show)
    expect(await isCovered()).toBe(false)
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Limits in USD ($)' }))
    localStorage.clear()
  })

  test('a customer whose accounts are closed has no limits', async () => {
    open({ guards: [] })
    expect(await screen.findByText(/You have no open account/)).toBeDefined()
  })

  test('a lower limit is saved at once, in any notation, and an empty field is no limit', async () => {
    const bank = open({ guards: [guard({ limits: { payment: '10.00', day: null, month: null } })] })
    await userEvent.clear(await field('Per payment'))
    await userEvent.type(await field('Per day'), '1,250.5')
    await press('Save limits')
    expect(await screen.findByText('Limits saved')).toBeDefined()
    expect(saved(bank)).toEqual([{ payment: null, day: '1250.50', month: null }])
    expect(screen.getByText('Your limit is $1,250.50')).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('a limit of a payment above that of a day is told while it is typed', async () => {
    open({ guards: [guard({ limits: { payment: '10.00', day: '50.00', month: null } })] })
    const payment = await field('Per payment')
    expect(screen.getByText('Your limit is $10.00')).toBeDefined()
    await userEvent.clear(payment)
    await userEvent.type(payment, '50.01')
    expect(screen.getByText('You can send $50.00 per day, which is less.')).toBeDefined()
    expect(screen.getByText('New limit $50.01')).toBeDefined()
    await userEvent.clear(payment)
    await userEvent.type(payment, '50')
    expect(screen.queryByText(/which is less/)).toBeNull()
  })

  test('a higher limit asks for the password, and the page says when it holds', async () => {
    const bank = open({
      guards: [guard({ limits: { payment: '10.00', day: '50.00', month: '90.00' } })],
      save: raise({ payment: '10.00', day: '500.00', month: null }),
    })
    await userEvent.clear(await field('Per day'))
    await userEvent.type(await field('Per day'), '500')
    await userEvent.clear(await field('Per month'))
    await press('Save limits')
    await screen.findByRole('dialog')
    // It counts no time while the user is asked.
    expect(
      screen.getByRole('button', { name: 'Save limits', hidden: true }).getAttribute('aria-busy'),
    ).toBeNull()
    await confirmIdentity()
    expect((await screen.findByText(/^From /)).textContent).toMatch(
      /^From November 24, 2026.*: \$500\.00 per day, no limit per month\.$/,
    )
    // The field has the limit that is in force.
    expect(await field('Per day')).toHaveProperty('value', '50.00')
    expect(saved(bank)[1]).toEqual({ payment: '10.00', day: '500.00', month: null })
  })

  test('a limit stays as it was when the confirmation is cancelled', async () => {
    open({
      guards: [guard({ limits: { payment: null, day: '50.00', month: null } })],
      save: raise({ payment: null, day: null, month: null }),
    })
    await userEvent.clear(await field('Per day'))
    await press('Save limits')
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(
      await screen.findByText('Your limits were not changed. To raise a limit, confirm that it’s you.'),
    ).toBeDefined()
  })

  test('a higher limit that waits can be cancelled', async () => {
    const limits = { payment: null, day: '50.00', month: null }
    const bank = open({ guards: [guard({ limits, next: { ...limits, day: '80.00', from } })] })
    await press('Cancel this change in USD')
    await waitFor(() => expect(screen.queryByText(/^From /)).toBeNull())
    expect(saved(bank)).toEqual([limits])
    const title = screen.getByRole('heading', { name: 'Limits in USD ($)' })
    await waitFor(() => expect(document.activeElement).toBe(title))
  })

  test.each([
    ['0', 'Enter an amount above 0'],
    ['ten', 'Enter the amount in digits, such as 1250.00'],
    ['1.0015', 'Use at most 2 decimals'],
  ])('a limit of %s is refused on its field, and nothing is sent', async (typed, reason) => {
    const bank = open()
    await userEvent.type(await field('Per month'), typed)
    await press('Save limits')
    expect(await screen.findByText(reason)).toBeDefined()
    expect(document.activeElement).toBe(await field('Per month'))
    expect(saved(bank)).toEqual([])
  })

  test('the bank’s limit for new payees is shown with how much of it is used, and only where there is one', async () => {
    open({ guards: [guard({ newBeneficiaries: { limit: '500.00', sent: '120.00' } })] })
    const section = (await screen.findByRole('heading', { name: 'To new payees' })).parentElement!
    expect(section.textContent).toContain('The bank’s limit is $500.00')
    expect(section.textContent).toContain('$120.00 of $500.00 sent to them')
    cleanup()
    open()
    await field('Per day')
    expect(screen.queryByText('To new payees')).toBeNull()
  })

  test('too many changes of a limit are explained in the form, which keeps what was typed', async () => {
    open({ save: () => refused('too_many_attempts', { minutes: 60 }) })
    await userEvent.type(await field('Per day'), '70')
    await press('Save limits')
    expect((await screen.findByRole('alert')).textContent).toContain('60 minutes')
    expect(await field('Per day')).toHaveProperty('value', '70.00')
  })

  test('limits that cannot be loaded can be requested again, and payments can be frozen meanwhile', async () => {
    let isLoaded = false
    open({ list: () => (isLoaded ? undefined : refused('forbidden')) })
    expect(await screen.findByText('Your limits could not be loaded')).toBeDefined()
    expect(await button('Freeze payments')).toBeDefined()
    isLoaded = true
    await press('Try again')
    expect(await field('Per day')).toBeDefined()
  })
})

const textWith = (text: RegExp) => screen.getByText(text).textContent

const from = '2026-11-24T09:12:00.000Z'

function guard(facts: Partial<GuardView> = {}): GuardView {
  return {
    currency: 'USD',
    limits: { payment: null, day: null, month: null },
    next: null,
    bank: { day: null, month: null },
    sent: null,
    newBeneficiaries: null,
    recovery: null,
    ...facts,
  }
}

type Limits = GuardView['limits']
/** What the bank does with a saved guard: refuses it, or keeps it. */
type Save = (state: { isConfirmed: boolean; shown: GuardView }) => GuardView | Response

/** The bank lets a raise wait, once it is confirmed. */
function raise(limits: Limits): Save {
  return ({ isConfirmed, shown }) =>
    isConfirmed ? { ...shown, next: { ...limits, from } } : refused('confirm_required', { code: false })
}

function open({
  frozenAt = null as string | null,
  guards = [guard()],
  freeze = () => new Response(null, { status: 204 }),
  save,
  list,
}: {
  frozenAt?: string | null
  guards?: GuardView[]
  freeze?: () => Response
  save?: Save
  list?: () => Response | undefined
} = {}) {
  let isConfirmed = false
  const shown = [...guards]
  const session = {
    user: { id: alice().id, name: 'Alice Moreno', email: 'alice@example.com', role: 'customer' },
    signedInAt: '2026-03-07T09:00:00.000Z',
    idleEndsAt: '2026-03-07T09:15:00.000Z',
    elevatedUntil: null,
    temporarySecrets: null,
  }
  const nothing = () => new Response(null, { status: 204 })
  const bank = stubbedBank({
    'GET /api/me': () => ({ ...alice(), frozenAt }),
    'GET /api/me/guards': () => list?.() ?? { guards: shown },
    'PUT /api/me/freeze': () => {
      const answer = freeze()
      if (answer.ok) frozenAt = since
      return answer
    },
    'DELETE /api/me/freeze': () => {
      if (!isConfirmed) return refused('confirm_required', { code: false })
      frozenAt = null
      return nothing()
    },
    'PUT /api/me/guards/USD': ({ body }) => {
      const answer = save?.({ isConfirmed, shown: shown[0]! })
      if (answer instanceof Response) return answer
      shown[0] = answer ?? { ...shown[0]!, limits: body as unknown as Limits, next: null }
      return nothing()
    },
    'POST /api/sessions/current/confirmation': () => {
      isConfirmed = true
      return { session }
    },
  })
  vi.stubGlobal('fetch', bank.fetch)
  visit(
    '/limits',
    <>
      <LimitsPage />
      <Toaster />
    </>,
  )
  return bank
}

function saved(bank: ReturnType<typeof stubbedBank>) {
  return bank.requestsTo('PUT /api/me/guards/USD').map(({ body }) => body)
}

function button(name: string) {
  return screen.findByRole('button', { name })
}

async function press(name: string): Promise<void> {
  await userEvent.click(await button(name))
}

function field(label: string) {
  return screen.findByLabelText(label)
}

async function confirmIdentity(): Promise<void> {
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText('Current password'), 'a long password')
  await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }))
}
