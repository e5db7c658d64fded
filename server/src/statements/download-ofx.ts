import { nextDay, startOfDay } from '@bank/contract/bank-day'
import { descriptionOf } from '@bank/contract/transactions/description-texts'
import { formatMinor } from '@bank/ledger/money'
import type { Bank } from '../bank.ts'
import type { Verb } from '../call.ts'
import { shortened, tag } from './ofx-text.ts'
import { eachThousandEntries, lineOf, type Statement } from './statement.ts'
import type { StatementEntry } from './statement-entries.ts'
import { exportStatement } from './statement-file.ts'

/**
 * The caller's statement as OFX 2.2, which accounting programs read. Of any length. It uses only elements that OFX 1.6 has as
 * well: the programs that read through libofx (GnuCash, KMyMoney) report an error at a later one, such as BALLIST.
 */
export const downloadOfx: Verb<'downloadStatementOfx'> = (call) => {
  return exportStatement(call, 'ofx', (statement) => ofxOf(call.bank, statement))
}

async function* ofxOf(bank: Bank, statement: Statement): AsyncGenerator<string> {
  const { period, asOf, timeZone, currency, accountNumber, madeAt, closingMinor } = statement
  const end = startOfDay(nextDay(period.to), timeZone)
  const statusOk = '<STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS>'
  yield [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<?OFX OFXHEADER="200" VERSION="220" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>',
    `<OFX><SIGNONMSGSRSV1><SONRS>${statusOk}${tag('DTSERVER', timestamp(madeAt))}${tag('LANGUAGE', 'ENG')}</SONRS></SIGNONMSGSRSV1>`,
    `<BANKMSGSRSV1><STMTTRNRS>${tag('TRNUID', '0')}${statusOk}<STMTRS>${tag('CURDEF', currency)}`,
    // The format has no type that is more precise for these accounts.
    `<BANKACCTFROM>${tag('BANKID', bankId(bank.config.bankName))}${tag('ACCTID', accountNumber)}${tag('ACCTTYPE', 'CHECKING')}</BANKACCTFROM>`,
    `<BANKTRANLIST>${tag('DTSTART', timestamp(startOfDay(period.from, timeZone)))}${tag('DTEND', timestamp(asOf === period.to ? madeAt : end))}`,
    '',
  ].join('\n')
  for await (const entries of eachThousandEntries(bank, statement)) {
    yield entries.map((entry) => movementOf(entry, accountNumber)).join('')
  }
  yield [
    '</BANKTRANLIST>',
    // The balance of a future day is not known.
    `<LEDGERBAL>${tag('BALAMT', formatMinor(closingMinor))}${tag('DTASOF', timestamp(madeAt < end ? madeAt : end))}</LEDGERBAL>`,
    '</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>',
    '',
  ].join('\n')
}

function movementOf(entry: StatementEntry, accountNumber: string): string {
  const { type, bookedAt, amount, seq, description, counterparty, reference } = lineOf(entry)
  const fields = [
    tag('TRNTYPE', type.toUpperCase()),
    tag('DTPOSTED', timestamp(bookedAt)),
    tag('TRNAMT', type === 'credit' ? amount : `-${amount}`),
    // An entry's number never changes, so a file that is imported twice adds nothing.
    tag('FITID', `${accountNumber}-${seq}`),
    // Programs recognise a payee by this name, also when money was returned; the memo says what happened.
    tag(
      'NAME',
      shortened(counterparty ?? descriptionOf(entry.isPayer ? 'debit' : 'credit', entry.told), nameMax),
    ),
    tag('MEMO', memoOf(description, reference)),
  ]
  return `<STMTTRN>${fields.join('')}</STMTTRN>\n`
}

// Maximum lengths of the format, in characters.
const nameMax = 32
const memoMax = 255

/** The description, shortened so that the whole reference follows it. */
function memoOf(description: string, reference: string | null): string {
  const ending = reference === null ? '' : `, reference: ${reference}`
  return `${shortened(description, memoMax - [...ending].length)}${ending}`
}

/** A timestamp of the format: `20260307141500.000[0:GMT]`. */
function timestamp(moment: Date): string {
  return `${moment.toISOString().replace(/[-:TZ]/g, '')}[0:GMT]`
}

/** At most nine letters and digits that identify the bank. */
function bankId(bankName: string): string {
  return (
    bankName
      .toUpperCase()
      .replace(/[^A-Z0-9]/g, '')
      .slice(0, 9) || 'BANK'
  )
}
