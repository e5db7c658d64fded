import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { refused, stubbedBank, toErik, visit } from '../../test/stubbed-bank.tsx'
import { StatusDialog } from './status-dialog.tsx'

afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

test('what a customer wrote is text for the administrator too, however much it looks like a page', async () => {
  const description =
    'Transfer to Erik, <img src=x onerror="window.stolen=1"><script>window.stolen=1</script>'
  visit(
    '/admin/users/1',
    <StatusDialog transaction={toErik({ description })} readOnly={false} onClose={() => {}} />,
  )
  expect((await screen.findByText(description)).children).toHaveLength(0)
  expect(document.querySelector('script, img[src="x"]')).toBeNull()
})

test('a change whose id another administrator has used in this window is asked for again under one of its own', async () => {
  const id = toErik().id
  const setting = `PUT /api/admin/transactions/${id}/status`
  const bank = stubbedBank({
    [setting]: () =>
      bank.askedFor(setting).length === 1 ? refused('id_reused') : Response.json({ id, status: 'failed' }),
  })
  vi.stubGlobal('fetch', bank.fetch)
  const onClose = vi.fn()
  visit('/admin/users/1', <StatusDialog transaction={toErik()} readOnly={false} onClose={onClose} />)
  await userEvent.click(await screen.findByRole('radio', { name: /failed/i }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('This transfer id was already used')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
  const [first, second] = bank.askedFor(setting).map(({ body }) => body.changeId)
  expect(second).not.toBe(first)
})
