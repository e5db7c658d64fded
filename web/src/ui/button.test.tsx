import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Trash } from 'lucide-react'
import { expect, test, vi } from 'vitest'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'

test('a busy button shows its label, keeps the focus and does nothing when pressed again', async () => {
  const press = vi.fn()
  const view = render(
    <Button onClick={press} busyLabel="Logging out...">
      Logout
    </Button>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }))
  view.rerender(
    <Button onClick={press} busy busyLabel="Logging out...">
      Logout
    </Button>,
  )
  const button = screen.getByRole('button', { name: 'Logging out...' })
  expect(document.activeElement).toBe(button)
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(button.getAttribute('aria-busy')).toBe('true')
  await userEvent.click(button)
  expect(press).toHaveBeenCalledTimes(1)
})

test('a busy submit button does not send the form a second time', async () => {
  const send = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  render(
    <form onSubmit={send}>
      <Button type="submit" busy busyLabel="Sending…">
        Send
      </Button>
    </form>,
  )
  await userEvent.click(screen.getByRole('button'))
  expect(send).not.toHaveBeenCalled()
})

test('a busy button keeps its width', () => {
  render(
    <Button busy busyLabel="Wait…">
      Confirm transfer
    </Button>,
  )
  expect(screen.getByRole('button').dataset.reserve).toBe('Confirm transfer')
})

test('a button that is busy for more than eight seconds says once that it is still working, and lets the focus move on', () => {
  vi.useFakeTimers()
  const wait = (busy: boolean) => (
    <Button busy={busy} busyLabel="Sending…">
      Send
    </Button>
  )
  const view = render(wait(true))
  expect(screen.getByRole('button').textContent).toBe('Sending…')
  expect(screen.getByRole('status').textContent).toBe('')
  act(() => void vi.advanceTimersByTime(8_000))
  expect(screen.getByRole('button').textContent).toBe('Still working…')
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toEqual(['Still working…'])
  view.rerender(wait(false))
  expect(screen.getByRole('button').textContent).toBe('Send')
  expect(screen.queryByRole('status')).toBeNull()
  vi.useRealTimers()
})

test('a button that shows only an icon has a name and does not send a form', () => {
  render(<IconButton icon={Trash} label="Remove" />)
  expect(screen.getByRole('button', { name: 'Remove' }).getAttribute('type')).toBe('button')
})
