import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { toErik, visit } from '../../test/stubbed-bank.tsx'
import { StatusDialog } from './status-dialog.tsx'

afterEach(cleanup)

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
