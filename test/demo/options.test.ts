import { describe, expect, it } from 'vitest';
import { optionsOf } from '#demo/options.ts';

const USUAL = { host: '127.0.0.1', otlpHttpPort: 4318, webPort: 4300 };

describe('the options of the demo', () => {
  it('last a minute and send to where Seamark is, if nothing is said', () => {
    expect(optionsOf([], USUAL)).toEqual({
      kind: 'run',
      options: {
        minutes: 1,
        rate: 60,
        otlpUrl: 'http://127.0.0.1:4318',
        webUrl: 'http://127.0.0.1:4300',
      },
    });
  });

  it('are taken from the command line, and the addresses from the settings of Seamark', () => {
    const where = { host: '::1', otlpHttpPort: 5318, webPort: 5300 };
    expect(optionsOf(['--minutes', '0.5', '--rate=240'], where)).toEqual({
      kind: 'run',
      options: { minutes: 0.5, rate: 240, otlpUrl: 'http://[::1]:5318', webUrl: 'http://[::1]:5300' },
    });
  });

  it.each([
    [['--minutes', '0'], '--minutes'],
    [['--minutes', 'long'], '--minutes'],
    [['--minutes', ''], '--minutes'],
    [['--minutes', '1441'], '--minutes'],
    [['--rate', '0.5'], '--rate'],
    [['--rate', '1201'], '--rate'],
    [['--speed', '3'], '--speed'],
    [['fast'], 'fast'],
  ])('are an error that names what is wrong with %j', (args, named) => {
    const asked = optionsOf(args, USUAL);
    expect(asked).toMatchObject({ kind: 'wrong', message: expect.stringContaining(named) });
  });

  it('ask for help by either name', () => {
    expect(optionsOf(['--help'], USUAL)).toEqual({ kind: 'help' });
    expect(optionsOf(['-h'], USUAL)).toEqual({ kind: 'help' });
  });
});
