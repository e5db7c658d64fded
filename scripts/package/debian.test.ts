import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildDebianPackage, installedFolder } from './debian.ts'
import { writeSums } from './sums.ts'

const deploy = join(import.meta.dirname, '../../deploy')
const has = (program: string) => spawnSync(program, ['--version']).error === undefined

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'truepenny-debian-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** The environment of a system below `folder`, on which adding a user and changing owners do nothing. */
function systemEnvironment(): NodeJS.ProcessEnv {
  const stubs = join(folder, 'stubs')
  mkdirSync(stubs, { recursive: true })
  const stub = (name: string, script: string) => {
    writeFileSync(join(stubs, name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(stubs, name), 0o755)
  }
  for (const name of ['getent', 'useradd', 'chown']) stub(name, '')
  // The last argument of `is-enabled` is the unit, which is enabled when a file has its name.
  stub(
    'systemctl',
    `[ "$1" != is-enabled ] || exec test -e "${folder}/enabled/$3"; echo "$@" >> "${folder}/systemctl"`,
  )
  return { PATH: `${stubs}:${process.env.PATH}`, DPKG_ROOT: folder }
}

/** Runs a script of the Debian package on the system below `folder`. */
function run(script: string, ...args: string[]): void {
  execFileSync('sh', [join(deploy, 'debian', script), ...args], { env: systemEnvironment() })
}

/** Lets systemd run on the system below `folder`, with these units enabled. */
function runSystemd(...enabled: string[]): void {
  for (const path of ['run/systemd/system', 'enabled']) mkdirSync(join(folder, path), { recursive: true })
  for (const unit of enabled) writeFileSync(join(folder, 'enabled', unit), '')
}

/** What systemd was told since the last call. */
function toldSystemd(): string[] {
  const path = join(folder, 'systemctl')
  const told = readFileSync(path, 'utf8').trimEnd().split('\n')
  rmSync(path)
  return told
}

const bankAndTimers = ['truepenny.service', 'truepenny-check-books.timer', 'truepenny-verify-backup.timer']
const stopAll = `stop ${bankAndTimers.join(' ')}`
const startOf = (units: string[]) => ['daemon-reload', ...units.map((unit) => `start --no-block ${unit}`)]

test('the Debian package makes settings, a key and folders once, and keeps them at an upgrade and a purge', () => {
  const [key, settings] = ['secret-key', 'settings'].map((name) => join(folder, 'etc/truepenny', name))
  run('postinst', 'configure', '')
  const made = readFileSync(key!, 'utf8')
  expect(made).toMatch(/^[0-9a-f]{64}$/)
  expect(statSync(key!).mode & 0o777).toBe(0o640)
  expect(readFileSync(settings!, 'utf8')).toMatch(
    /^#.*\n#PUBLIC_URL=.*\nBACKUP_DIR=\/var\/lib\/truepenny-backups\n$/,
  )
  for (const name of ['truepenny', 'truepenny-backups']) {
    expect(statSync(join(folder, 'var/lib', name)).mode & 0o777).toBe(0o700)
  }
  writeFileSync(settings!, 'PUBLIC_URL=https://bank.example\n')
  run('prerm', 'upgrade', '0.2.0')
  run('postinst', 'configure', '0.1.0')
  run('prerm', 'remove')
  run('postrm', 'remove')
  run('postrm', 'purge')
  expect(readFileSync(key!, 'utf8')).toBe(made)
  expect(readFileSync(settings!, 'utf8')).toBe('PUBLIC_URL=https://bank.example\n')
  expect(readdirSync(join(folder, 'var/lib'))).toEqual(['truepenny', 'truepenny-backups'])
})

test('the Debian package makes no other key for a bank whose key is lost', () => {
  mkdirSync(join(folder, 'var/lib/truepenny/postgres'), { recursive: true })
  run('postinst', 'configure', '')
  expect(existsSync(join(folder, 'etc/truepenny/secret-key'))).toBe(false)
})

test.each(['configure', 'abort-upgrade'])(
  'what is enabled is started again when an upgrade of the Debian package ends in %s',
  (ending) => {
    for (const enabled of [bankAndTimers, bankAndTimers.slice(1, 2), []]) {
      rmSync(join(folder, 'enabled'), { recursive: true, force: true })
      runSystemd(...enabled)
      run('prerm', 'upgrade', '0.2.0')
      run('postinst', ending, '0.1.0')
      expect(toldSystemd()).toEqual([stopAll, ...startOf(enabled)])
    }
  },
)

test('the first installation of the Debian package starts nothing', () => {
  runSystemd(...bankAndTimers)
  run('postinst', 'configure', '')
  expect(toldSystemd()).toEqual(['daemon-reload'])
})

/** Builds a Debian package of a small bank. `preinst`, if given, is one more script of the package. */
function build(version: string, preinst?: string): string {
  const root = join(folder, `root-${version}`)
  const bank = join(root, installedFolder)
  mkdirSync(bank, { recursive: true })
  for (const name of ['debian', 'systemd'])
    cpSync(join(deploy, name), join(bank, 'deploy', name), { recursive: true })
  if (preinst !== undefined) writeFileSync(join(bank, 'deploy/debian/preinst'), preinst)
  writeFileSync(join(bank, 'LICENSE'), version)
  const file = join(folder, `truepenny_${version}.deb`)
  buildDebianPackage(root, file, { name: 'truepenny', version, description: 'A bank.', bytes: 4_096 })
  return file
}

test.runIf(has('dpkg-deb'))('the Debian package has the bank, the units and the scripts, all of root', () => {
  const file = build('0.1.0')
  const said = (...args: string[]) => execFileSync('dpkg-deb', [...args, file], { encoding: 'utf8' })
  expect(said('--field')).toMatch(
    /^Package: truepenny\nVersion: 0\.1\.0\nArchitecture: a\w+64\n[\s\S]*\nInstalled-Size: 4\n/m,
  )
  const contents = said('--contents')
  expect(contents).toContain(' ./usr/lib/systemd/system/truepenny.service\n')
  expect(contents).toContain(' ./opt/truepenny/LICENSE\n')
  expect(
    contents
      .trimEnd()
      .split('\n')
      .filter((line) => !line.includes(' root/root ')),
  ).toEqual([])
  expect(said('--info')).toMatch(/ postinst [\s\S]* postrm [\s\S]* prerm /)
})

// Only root can give files to root, and the machine of a developer may be none of Debian's.
test.runIf(has('dpkg') && process.getuid?.() === 0)(
  'dpkg installs, upgrades, fails to upgrade and purges the Debian package on a system of its own',
  () => {
    mkdirSync(join(folder, 'var/lib/dpkg/info'), { recursive: true })
    mkdirSync(join(folder, 'var/lib/dpkg/updates'))
    writeFileSync(join(folder, 'var/lib/dpkg/status'), '')
    // The scripts run outside of this system, which has no shell, and get its path in DPKG_ROOT. It has no Node either.
    const dpkg = (...args: string[]) =>
      spawnSync(
        'dpkg',
        [
          `--root=${folder}`,
          `--log=${join(folder, 'dpkg.log')}`,
          '--force-script-chrootless,depends,bad-path',
          ...args,
        ],
        {
          env: systemEnvironment(),
          encoding: 'utf8',
        },
      ).status
    const installed = () => readFileSync(join(folder, installedFolder, 'LICENSE'), 'utf8')
    runSystemd()
    expect(dpkg('--install', build('0.1.0'))).toBe(0)
    expect(toldSystemd()).toEqual(['daemon-reload'])
    const key = readFileSync(join(folder, 'etc/truepenny/secret-key'), 'utf8')
    runSystemd(...bankAndTimers)
    expect([dpkg('--install', build('0.2.0')), installed()]).toEqual([0, '0.2.0'])
    expect(toldSystemd()).toEqual([stopAll, ...startOf(bankAndTimers)])
    expect([dpkg('--install', build('0.3.0', '#!/bin/sh\nexit 1\n')), installed()]).toEqual([1, '0.2.0'])
    expect(toldSystemd()).toEqual([stopAll, ...startOf(bankAndTimers)])
    expect(dpkg('--purge', 'truepenny')).toBe(0)
    expect(toldSystemd()).toEqual([stopAll, stopAll.replace('stop', 'disable'), 'daemon-reload'])
    expect(existsSync(join(folder, installedFolder))).toBe(false)
    expect(readFileSync(join(folder, 'etc/truepenny/secret-key'), 'utf8')).toBe(key)
    expect(readdirSync(join(folder, 'var/lib')).toSorted()).toEqual([
      'dpkg',
      'truepenny',
      'truepenny-backups',
    ])
  },
)

test.runIf(has('ssh-keygen'))(
  'the list of sums has every package of its version, and is verified with the public key',
  () => {
    const key = join(folder, 'key')
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'releases', '-f', key])
    for (const name of [
      'truepenny-0.1.0-linux-x64.tar.gz',
      'truepenny_0.1.0_amd64.deb',
      'truepenny_0.0.9_amd64.deb',
    ]) {
      writeFileSync(join(folder, name), name)
    }
    writeSums(folder, { name: 'truepenny', version: '0.1.0', key })
    const sums = join(folder, 'SHA256SUMS')
    const listed = readFileSync(sums, 'utf8')
    expect(listed).toMatch(
      /^[0-9a-f]{64} {2}truepenny-0\.1\.0-linux-x64\.tar\.gz\n[0-9a-f]{64} {2}truepenny_0\.1\.0_amd64\.deb\n$/,
    )
    const signers = join(folder, 'signers')
    writeFileSync(signers, `releases ${readFileSync(`${key}.pub`, 'utf8')}`)
    const verify = (input: string) =>
      spawnSync(
        'ssh-keygen',
        ['-Y', 'verify', '-f', signers, '-I', 'releases', '-n', 'truepenny-release', '-s', `${sums}.sig`],
        { input },
      ).status
    expect([verify(listed), verify(listed.replace('x64', 'arm64')) === 0]).toEqual([0, false])
    writeSums(folder, { name: 'truepenny', version: '0.0.9', key: undefined })
    expect(existsSync(`${sums}.sig`)).toBe(false)
  },
)
