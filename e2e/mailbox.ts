import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import PostalMime, { type Email } from 'postal-mime'

/** The latest mail to this address with this text in its subject. Waits for it. */
export async function mailTo(email: string, subject: string): Promise<Email> {
  let found: Email | undefined
  await expect(async () => {
    found = (await mails()).findLast(
      (mail) => mail.to?.some(({ address }) => address === email) && mail.subject?.includes(subject),
    )
    expect(found, `a mail to ${email} about ${subject}`).toBeDefined()
  }).toPass()
  return found!
}

/** The mails that the journeys' mail server has accepted, oldest first. */
async function mails(): Promise<Email[]> {
  const folder = join(process.env.BANK_DATA!, 'mails')
  const files = (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort()
  return Promise.all(files.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))))
}
