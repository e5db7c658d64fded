-- A mail is stored as what it says, and drawn when it is sent. A paragraph of an earlier mail becomes one of its sentences, and the
-- place of its link a button.
alter table outgoing_mail add column letter jsonb;

create function paragraphs_of_mail(part text) returns jsonb language sql as $$
  select coalesce(jsonb_agg(replace(replace(replace(replace(replace(
           regexp_replace(paragraph[1], '<[^>]*>', '', 'g'),
           '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&#39;', ''''), '&amp;', '&') order by place), '[]')
    -- Greedy nowhere: one greedy quantifier makes the others greedy, too.
    from regexp_matches(part, '<p[^>]*?>(.*?)</p>', 'g') with ordinality as found (paragraph, place);
$$;

update outgoing_mail
   set letter = case
         when html like '%<reset-link></reset-link>%' then
           jsonb_build_object('sentences', paragraphs_of_mail(split_part(html, '<p><reset-link>', 1)),
                              'button', jsonb_build_object('label', 'Open the link'),
                              'advice', paragraphs_of_mail(split_part(html, '</reset-link></p>', 2)))
         else jsonb_build_object('sentences', paragraphs_of_mail(html))
       end;

drop function paragraphs_of_mail;
alter table outgoing_mail alter column letter set not null, drop column html;
comment on column outgoing_mail.letter is
  'Greeting, sentences, table, button and advice. The frame, the link or the code are added when the mail is sent.';
