import { render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { alice } from '../../test/stubbed-bank.tsx'
import { ActivationClock } from './activation-clock.tsx'

const opened = '2026-03-07T09:00:00.000Z'

test('a declined account shows why it was not activated', () => {
  const declined = { declinedAt: opened, declineReason: 'We could not check your address' }
  const { account } = alice({ isActive: false, activatedAt: null, ...declined })
  const { container } = render(<ActivationClock account={account} />)
  expect(container.textContent).toContain('We did not activate your account: We could not check your address')
})

for (const [now, activatedAt, sentence] of [
  ['2026-03-07T09:00:00.000Z', null, 'We’ll activate your account by March 8, 2026'],
  ['2026-03-08T08:59:00.000Z', null, 'We’ll activate your account by March 8, 2026'],
  ['2026-03-08T09:00:00.000Z', null, 'Your account is waiting to be activated'],
  ['2026-04-01T09:00:00.000Z', opened, 'Your account has been deactivated'],
] as const) {
  test(`at ${now} an account opened at ${opened}${activatedAt ? ' and active since' : ''} shows: ${sentence}`, () => {
    vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] })
    const { account } = alice({ isActive: false, openedAt: opened, activatedAt })
    const { container } = render(<ActivationClock account={account} />)
    expect(container.textContent).toContain(sentence)
  })
}
