import { messages } from '@bank/contract/messages'
import { expect, type Page } from '@playwright/test'
import { arrive, field, fieldError, heading, test, toast } from './bank.ts'

test('a customer puts up a picture of themselves by keyboard, sees it everywhere, and takes it down again', async ({
  page,
  open,
}) => {
  await arrive(page, await open({ active: false, balance: '0.00' }), '/profile')
  await expect(heading(page)).toHaveText('Profile')
  await expect(page.getByRole('main')).toContainText('12 Harbour Street')
  const change = page.getByRole('button', { name: 'Change Avatar' })
  await change.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Change Avatar' })
  await expect(field(page, 'image')).toBeFocused()
  await dialog.getByRole('button', { name: 'Upload', exact: true }).press('Enter')
  await expect(fieldError(page, 'image')).toContainText('Please select an image')

  // Whatever stands on the screen is a real picture.
  const picture = { name: 'me.png', mimeType: 'image/png', buffer: await page.screenshot() }
  await field(page, 'image').setInputFiles(picture)
  const preview = dialog.getByRole('img', { name: 'How you will be seen' })
  await expect(preview).toBeVisible()
  expect(await preview.boundingBox()).toMatchObject({ width: 150, height: 150 })
  await dialog.getByRole('button', { name: 'Remove', exact: true }).press('Enter')
  await expect(preview).toBeHidden()
  await expect(field(page, 'image')).toBeFocused()

  await field(page, 'image').setInputFiles(picture)
  await dialog.getByRole('button', { name: 'Upload', exact: true }).press('Enter')
  await expect(toast(page, messages.avatar.done)).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(change).toBeFocused()
  await expectPictures(page, { shown: true })
  await page.reload()
  await expectPictures(page, { shown: true })

  await page.getByRole('button', { name: 'Remove picture' }).press('Enter')
  await expect(toast(page, messages.avatar.gone)).toBeVisible()
  await expectPictures(page, { shown: false })
})

test('a file that only says it is a picture is refused by the bank, and the person told why', async ({
  page,
  open,
}) => {
  await arrive(page, await open({ active: false, balance: '0.00' }), '/profile')
  await page.getByRole('button', { name: 'Change Avatar' }).click()
  const buffer = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  await field(page, 'image').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  await page.getByRole('dialog').getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(toast(page, messages.avatar.failed)).toBeVisible()
  await expect(fieldError(page, 'image')).toContainText('This is not a PNG or JPEG picture we can use')
})

/** On the profile and in the top bar. */
async function expectPictures(page: Page, { shown }: { shown: boolean }): Promise<void> {
  for (const place of [page.getByRole('banner'), page.getByRole('main')]) {
    const picture = place.locator('img[src^="/api/avatars/"]')
    await expect(picture).toHaveCount(shown ? 1 : 0)
    if (shown) {
      await expect
        .poll(() => picture.evaluate((image) => 'naturalWidth' in image && image.naturalWidth))
        .toBe(300)
    }
  }
}
