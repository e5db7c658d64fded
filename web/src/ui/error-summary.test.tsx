import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ErrorSummary } from './error-summary.tsx'
import { Input } from './input.tsx'

const labels = { name: 'Name', email: 'Email' }

function Form({ wrong, submitCount }: { wrong: string[]; submitCount: number }) {
  const errors = Object.fromEntries(wrong.map((name) => [name, { message: `${name} is wrong` }]))
  return (
    <>
      <ErrorSummary labels={labels} errors={errors} submitCount={submitCount} />
      <Input name="name" label="Name" />
      <Input name="email" label="Email" />
    </>
  )
}

test('the error summary says how many fields need attention and takes the focus', () => {
  const view = render(<Form wrong={[]} submitCount={0} />)
  view.rerender(<Form wrong={['email', 'name']} submitCount={1} />)
  const summary = screen.getByRole('group', { name: 'There is a problem — 2 fields need attention' })
  expect(document.activeElement).toBe(summary)
})

test('the links of the error summary name the fields in the order of the form and lead to them', async () => {
  render(<Form wrong={['email', 'name']} submitCount={1} />)
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['Name', 'Email'])
  await userEvent.click(screen.getByRole('link', { name: 'Email' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Email'))
})

test('correcting a field does not move the focus to the error summary', async () => {
  const view = render(<Form wrong={['email', 'name']} submitCount={1} />)
  await userEvent.click(screen.getByLabelText('Name'))
  view.rerender(<Form wrong={['email']} submitCount={1} />)
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
  expect(screen.getByText('There is a problem — 1 field needs attention')).toBeDefined()
})
