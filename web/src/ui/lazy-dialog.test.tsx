import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { lazyDialog } from './lazy-dialog.tsx'

function Question({ open, text }: { open: boolean; text: string }) {
  return <p>{open ? text : 'closed'}</p>
}

test('a dialog whose code is fetched later is shown once it is opened, and stays rendered while it closes', async () => {
  // No idle moment: the code is fetched by the first opening.
  vi.stubGlobal('requestIdleCallback', () => 0)
  const load = vi.fn(async () => Question)
  const LateQuestion = lazyDialog(load)
  const { rerender } = render(<LateQuestion open={false} text="Really?" />)
  expect([load.mock.calls.length, document.body.textContent]).toEqual([0, ''])
  rerender(<LateQuestion open text="Really?" />)
  expect(await screen.findByText('Really?')).toBeTruthy()
  rerender(<LateQuestion open={false} text="Really?" />)
  expect(screen.getByText('closed')).toBeTruthy()
})

test('the code of a dialog is fetched ahead when the browser is idle', () => {
  const idle: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (act: () => void) => idle.push(act))
  const load = vi.fn(async () => Question)
  const LateQuestion = lazyDialog(load)
  render(<LateQuestion open={false} text="Really?" />)
  expect(load).not.toHaveBeenCalled()
  for (const act of idle) act()
  expect(load).toHaveBeenCalledTimes(1)
})
