-- 0810 left out names that are themselves written in kana, without a reading beside them.
UPDATE verification SET name_key = NULL
WHERE name_kana IS NULL AND normalize(name, NFKC) ~ '[ァィゥェォぁぃぅぇぉ]|[フヴウふゔう][アイエオあいえお]';
