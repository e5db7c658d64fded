import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Dialog } from './deferred-dialog.tsx'
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

test('a dialog with a form keeps what was typed while it closes, and starts anew when it is opened again', async () => {
  const Form = ({ open }: { open: boolean }) => <input aria-label="Name" hidden={!open} />
  const LateForm = lazyDialog(async () => Form, false)
  const { rerender } = render(<LateForm open />)
  await userEvent.type(await screen.findByLabelText('Name'), 'Holiday')
  rerender(<LateForm open={false} />)
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Holiday')
  rerender(<LateForm open />)
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('')
})

test('a dialog that has closed is unmounted with what was typed in it, and one that hides for another dialog is not', async () => {
  const left = vi.fn()
  function Form({ open, hides }: { open: boolean; hides: boolean }) {
    const [name, setName] = useState('')
    useEffect(() => left, [])
    return (
      <Dialog open={open && !hides} onClose={() => {}} title={`Hello ${name}`}>
        <input aria-label="Name" value={name} onChange={({ target }) => setName(target.value)} />
      </Dialog>
    )
  }
  const LateForm = lazyDialog(async () => Form, false)
  const { rerender } = render(<LateForm open hides={false} />)
  await userEvent.type(await screen.findByLabelText('Name'), 'Ada')
  rerender(<LateForm open hides />)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  rerender(<LateForm open hides={false} />)
  expect(await screen.findByRole('dialog', { name: 'Hello Ada' })).toBeTruthy()
  expect(left).not.toHaveBeenCalled()
  rerender(<LateForm open={false} hides={false} />)
  await waitFor(() => expect(left).toHaveBeenCalledTimes(1))
})
