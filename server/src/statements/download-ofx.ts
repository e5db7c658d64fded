import type { Readable } from 'node:stream'
import { nextDay, startOfDay } from '@bank/contract/bank-day'
import type { endpoints } from '@bank/contract/endpoints'
import type { StatementLine } from '@bank/contract/statement-view'
import { formatMinor } from '@bank/ledger/money'
import type { Bank } from '../bank.ts'
import type { Call } from '../call.ts'
import { eachThousandLines, type Statement } from './statement.ts'
import { exportStatement } from './statement-file.ts'

/** One's own statement as OFX 2.2, which accounting programs read. Of any length. */
export function downloadOfx(call: Call<typeof endpoints.downloadStatementOfx>): Promise<Readable> {
  return exportStatement(call, 'ofx', (statement) => ofxOf(call.bank, statement))
}

async function* ofxOf(bank: Bank, statement: Statement): AsyncGenerator<string> {
  const { period, timeZone, currency, accountNumber, madeAt, openingMinor, closingMinor } = statement
  const end = startOfDay(nextDay(period.to), timeZone)
  const wellDone = '<STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS>'
  yield [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<?OFX OFXHEADER="200" VERSION="220" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>',
    `<OFX><SIGNONMSGSRSV1><SONRS>${wellDone}${tag('DTSERVER', timestamp(madeAt))}${tag('LANGUAGE', 'ENG')}</SONRS></SIGNONMSGSRSV1>`,
    `<BANKMSGSRSV1><STMTTRNRS>${tag('TRNUID', '0')}${wellDone}<STMTRS>${tag('CURDEF', currency)}`,
    // Every account here is one that money is paid from; the format has no finer word for it.
    `<BANKACCTFROM>${tag('BANKID', bankId(bank.config.bankName))}${tag('ACCTID', accountNumber)}${tag('ACCTTYPE', 'CHECKING')}</BANKACCTFROM>`,
    `<BANKTRANLIST>${tag('DTSTART', timestamp(startOfDay(period.from, timeZone)))}${tag('DTEND', timestamp(end))}`,
    '',
  ].join('\n')
  for await (const lines of eachThousandLines(bank, statement)) {
    yield lines.map((line) => movementOf(line, accountNumber)).join('')
  }
  yield [
    '</BANKTRANLIST>',
    // Nobody knows the balance of a day to come.
    `<LEDGERBAL>${tag('BALAMT', formatMinor(closingMinor))}${tag('DTASOF', timestamp(madeAt < end ? madeAt : end))}</LEDGERBAL>`,
    `<BALLIST><BAL>${tag('NAME', 'Opening balance')}${tag('DESC', 'Balance before the period')}${tag('BALTYPE', 'DOLLAR')}${tag('VALUE', formatMinor(openingMinor))}</BAL></BALLIST>`,
    '</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>',
    '',
  ].join('\n')
}

function movementOf(
  { type, bookedAt, amount, seq, description }: StatementLine,
  accountNumber: string,
): string {
  return `<STMTTRN>${tag('TRNTYPE', type.toUpperCase())}${tag('DTPOSTED', timestamp(new Date(bookedAt)))}${tag(
    'TRNAMT',
    type === 'credit' ? amount : `-${amount}`,
    // The number of an entry on its account never changes: a file that is read twice adds nothing.
  )}${tag('FITID', `${accountNumber}-${seq}`)}${tag('NAME', cut(description, 32))}${tag('MEMO', cut(description, 255))}</STMTTRN>\n`
}

/** As the format writes a moment: `20260307141500.000[0:GMT]`. */
function timestamp(moment: Date): string {
  return `${moment.toISOString().replace(/[-:TZ]/g, '')}[0:GMT]`
}

/** At most nine letters and digits by which programs tell banks apart. */
function bankId(bankName: string): string {
  return (
    bankName
      .toUpperCase()
      .replace(/[^A-Z0-9]/g, '')
      .slice(0, 9) || 'BANK'
  )
}

/** The first so many characters, none of them halved. */
function cut(text: string, length: number): string {
  return [...text].slice(0, length).join('')
}

function tag(name: string, text: string): string {
  return `<${name}>${escaped(text)}</${name}>`
}

function escaped(text: string): string {
  return (
    text
      // XML has no way to write these.
      .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
  )
}
