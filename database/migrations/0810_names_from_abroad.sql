-- The keys of names with sounds from abroad have further readings: the start makes them anew.
UPDATE verification SET name_key = NULL WHERE name_kana ~ '[ァィゥェォ]|[フヴウ][アイエオ]';
