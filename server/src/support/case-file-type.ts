import type { caseFileRules } from '@bank/contract/support/case-file'
import type { Bank } from '../bank.ts'
import { Refusal } from '../refusal.ts'

export type CaseFileType = (typeof caseFileRules.types)[number]

/**
 * The type of a file by its contents, whatever it was declared as. A picture is decoded, and nothing may follow it. Throws
 * `file_unreadable` for every other file.
 */
export async function readFileType(
  bank: Pick<Bank, 'encodeAvatar'>,
  bytes: Uint8Array,
): Promise<CaseFileType> {
  const type = typeByStart(bytes)
  if (type === undefined || (type === 'application/pdf' && !endsAsPdf(bytes)))
    throw new Refusal('file_unreadable')
  if (type !== 'application/pdf') await decode(bank, bytes)
  return type
}

const starts: readonly [CaseFileType, string][] = [
  ['image/png', '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', '\xff\xd8\xff'],
  ['application/pdf', '%PDF-'],
]

function typeByStart(bytes: Uint8Array): CaseFileType | undefined {
  const start = Buffer.from(bytes.subarray(0, 8)).toString('latin1')
  return starts.find(([, magic]) => start.startsWith(magic))?.[0]
}

// Some programs fill the file up behind the trailer.
const trailerBytesMax = 1_024

/** A PDF ends with the line `%%EOF`; only blanks follow it. */
function endsAsPdf(bytes: Uint8Array): boolean {
  const end = Buffer.from(bytes.subarray(-trailerBytesMax)).toString('latin1')
  return /%%EOF[\0\s]*$/.test(end)
}

/** As an avatar is. What it becomes is not used: the case keeps the picture as it was sent, which may be evidence. */
async function decode({ encodeAvatar }: Pick<Bank, 'encodeAvatar'>, bytes: Uint8Array): Promise<void> {
  try {
    await encodeAvatar(bytes)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'image_unreadable') throw new Refusal('file_unreadable')
    throw error
  }
}
